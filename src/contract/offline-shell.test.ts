import { expect, test } from "vitest";
import { isPageAddress, isShellAddress } from "./offline-shell.ts";

test.each(["/", "/c", "/c/stop/0190-1", "/auth/callback", "/d/board", "/index", "/api", "/t", "/book"])(
  "%s opens without network",
  (path) => expect([isPageAddress(path), isShellAddress(path)]).toEqual([true, true]),
);

test.each([
  ["/t/0123456789abcdefghijAB", true],
  ["/book/pay/0190-1", true],
  ["/auth/backchannel-logout", true],
  ["/docs/", true],
  ["/livez", true],
  ["/readyz", true],
  ["/api/me", false],
  ["/assets/console-x.js", false],
  ["/map/tiles/1/2/3.mvt", false],
  ["/sandbox-bank/v1/x", false],
  ["/config.json", false],
  ["/sw.js", false],
])("%s always goes to the server", (path, isPage) =>
  expect([isPageAddress(path), isShellAddress(path)]).toEqual([isPage, false]),
);
