import type { BrowserContext, Page } from "playwright-core";
import type { Who } from "./people.ts";

/** A provider that the scenarios are driven against. Everything happens on its own pages or by its own administration. */
export interface ProviderUnderTest {
  readonly issuer: string;
  /** How our API must be called with its tokens. */
  readonly tokenType: "Bearer" | "DPoP";
  /** Settings of Waybill that name it. */
  readonly settings: readonly string[];
  /** Waits until the provider asks who it is. */
  asks(page: Page): Promise<void>;
  /** Fills in its sign-in page, as a person would. */
  fillIn(page: Page, who: Who): Promise<void>;
  /** Turns back on one of its pages, so that it answers `access_denied`. */
  cancel(page: Page): Promise<void>;
  /** Waits until its account page shows whose it is. */
  showsAccount(page: Page, who: Who): Promise<void>;
  /** Ends that person's session at the provider, without Waybill; the browser's cookies need not know of it. */
  endSession(context: BrowserContext, who: Who): Promise<void>;
  /** The person signs out on its own page, in this very browser. */
  signOutThere(context: BrowserContext): Promise<void>;
  /** It no longer answers; what is returned makes it answer again. */
  silence(context: BrowserContext): Promise<() => Promise<void>>;
  /** Its administration of people, if it has one. */
  readonly administration?: Administration;
}

export interface Administration {
  /** Fills in a wrong password and waits until the provider says so on its own page. */
  enterWrongPassword(page: Page, who: Who): Promise<void>;
  /** The roles of Waybill that the person has from now on. */
  setRoles(who: Who, roles: readonly string[]): Promise<void>;
  setEnabled(who: Who, enabled: boolean): Promise<void>;
  /** Signs with a new key from now on. */
  rotateKeys(): Promise<void>;
  /** Whether its access tokens name our API. */
  setAudience(named: boolean): Promise<void>;
  /** Life of an access token, in seconds. */
  setTokenLife(seconds: number): Promise<void>;
}
