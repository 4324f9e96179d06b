import type { RefusalTable } from "#contract/problem.ts";

export const SETUP_REFUSALS = {
  "setup.already-priced": [
    409,
    "Prices were asked for in this currency and time zone, so both stay as they are.",
    "mend",
  ],
  "setup.unknown-currency": [422, "No ISO 4217 currency that Waybill can price in has this code.", "mend"],
  "setup.unknown-zone": [422, "No time zone has this name.", "mend"],
  "setup.incomplete": [409, "Area, opening hours and prices come before the end of the set-up.", "reload"],
  "setup.no-demo": [409, "This installation holds no data of a demo.", "reload"],
  "setup.other-name": [422, "The name that was typed is not the organisation's.", "mend"],
  "setup.open-demo": [
    409,
    "Anybody may sign in as an administrator of this demo, so its data is not removed from here.",
    "contact",
  ],
  "setup.real-money": [409, "Real money moved here, so the data stays.", "contact"],
  "setup.real-orders": [409, "People with sign-ins of their own ordered here, so the data stays.", "contact"],
  "setup.no-mail-server": [409, "No mail server is set; mails are written to the data folder.", "mend"],
  "setup.no-address": [409, "The provider has verified no mail address of this person.", "mend"],
  "setup.mail-refused": [502, "The mail server did not take the mail.", "retry"],
} as const satisfies RefusalTable;
