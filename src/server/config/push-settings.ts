import { text, yesNo } from "./kinds.ts";
import { optional, required } from "./setting.ts";

/** How notifications leave for people's own devices. */
export const PUSH_SETTINGS = {
  pushContact: optional({
    kind: text(
      "an address such as mailto:it@waybill.example or https://waybill.example",
      /^(mailto:[^\s@]{1,64}@\S{1,200}|https:\/\/\S{1,200})$/,
    ),
    about:
      "Address at which push services reach the operator when something is wrong. Otherwise the public address where it is https, else the sender of mails.",
    example: "mailto:it@waybill.example",
  }),
  pushPrivate: required({
    kind: yesNo,
    default: false,
    about:
      "Allows push services in a private network, and by http. Otherwise only public addresses are called, by https.",
    example: "yes",
  }),
};
