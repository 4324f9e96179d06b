import * as z from "zod/mini";
import { ROLES } from "#kernel/actor.ts";
import { Currency, Locale } from "./schemas.ts";

/** A person of the demo, signed in by one click: `hint` is sent as `login_hint`. */
export const DemoPerson = z.strictObject({ hint: z.string(), name: z.string(), role: z.enum(ROLES) });

/** The public settings at `/config.json` that the browser needs of this install. Holds no secret. */
export const BrowserConfig = z.strictObject({
  issuer: z.string(),
  clientId: z.string(),
  scope: z.string(),
  resource: z.optional(z.string()),
  accountUrl: z.optional(z.string()),
  rolesRealmPath: z.string(),
  rolesClientPath: z.string(),
  rolesClient: z.string(),
  roleMap: z.record(z.string(), z.array(z.string())),
  /** Source of the roles that show and hide pages: the token, or the membership where people join by invitation. */
  joinBy: z.enum(["roles", "invitation"]),
  /** Whether tokens are bound to a key of this browser: where the provider can, always, or never. */
  dpop: z.enum(["auto", "required", "off"]),
  /** How long work goes on without the provider, in hours since its last answer. */
  offlineHours: z.number(),
  /** Further parameters of the sign-in request, e.g. `audience` for Auth0. */
  extraParams: z.record(z.string(), z.string()),
  org: z.strictObject({
    name: z.string(),
    /** It is set up so far that somebody can book. */
    isOpen: z.boolean(),
  }),
  currency: Currency,
  timezone: z.string(),
  /** How phone numbers are written here; absent where the country is not known. */
  phone: z.optional(z.strictObject({ callingCode: z.string(), trunk: z.string(), digits: z.number() })),
  locales: z.array(Locale),
  demo: z.strictObject({
    on: z.boolean(),
    people: z.array(DemoPerson),
    /** The address under which other machines open this install and sign in; absent where none can. */
    phoneUrl: z.optional(z.string()),
  }),
  payment: z.strictObject({
    provider: z.enum(["sandbox", "stripe", "none"]),
    /** How people may pay where no cards are taken. */
    ways: z.optional(z.array(z.string())),
    scriptUrl: z.optional(z.string()),
    global: z.optional(z.string()),
    /** The provider's key that everybody may see. */
    publicKey: z.optional(z.string()),
    /** Wallets stand beside the card form, where the provider and the device have them. */
    wallets: z.optional(z.boolean()),
  }),
  /** Mails leave by a server, or are written to the folder `mails` of the data folder. */
  mails: z.enum(["server", "folder"]),
  map: z.strictObject({ center: z.optional(z.tuple([z.number(), z.number()])), zoom: z.number() }),
  sessionCheckEveryS: z.number(),
  providerMessageWaitS: z.number(),
  pendingSignInS: z.number(),
});
export type BrowserConfig = z.output<typeof BrowserConfig>;
