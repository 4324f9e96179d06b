import { text } from "./kinds.ts";
import { optional, required } from "./setting.ts";

/** How mail leaves. */
export const MAIL_SETTINGS = {
  mailUrl: optional({
    kind: text(
      "an address such as smtps://name:password@mail.example:465",
      /^smtps?:\/\/([^\s:@/]+:[^\s@/]+@)?(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/,
    ),
    secret: true,
    about:
      "Mail server for receipts; `smtp://` turns to TLS before it says anything, `smtps://` begins with it. None: mails are written to the folder `mails` in the data folder.",
    example: "smtps://waybill:secret@mail.example:465",
  }),
  mailFrom: required({
    kind: text("a mail address", /^[^\s@<>,;:"]+@[A-Za-z0-9.-]+$/),
    default: "waybill@localhost",
    about: "Address that mails come from. Set it together with `mail-url`.",
    example: "receipts@waybill.example",
  }),
};
