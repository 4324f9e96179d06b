import { choice, jsonPointer, text, yesNo } from "./kinds.ts";
import { optional, required } from "./setting.ts";

/** How text messages leave. */
export const SMS_SETTINGS = {
  smsUrl: optional({
    kind: text("an address such as https://sms.example/messages", /^https?:\/\/\S{1,500}$/),
    secret: true,
    about:
      "Gateway for text messages. None: they are written where the demo shows them. [Three providers](#text-messages) are spelled out.",
    example: "https://api.46elks.com/a1/sms",
  }),
  smsMethod: required({
    kind: choice(["POST", "PUT", "GET"]),
    default: "POST",
    about: "Method of the call to the gateway; `GET` carries a form in the address.",
    example: "PUT",
  }),
  smsHeaders: optional({
    kind: text("headers such as Authorization: Basic YTpi | X-Id: {id}", /^[^\r\n]{1,2000}$/),
    secret: true,
    about:
      "Headers of the call, divided by `|`. `{id}` stands for the id of the message: a gateway that is given it is asked again after silence.",
    example: "Authorization: Basic YTpi",
  }),
  smsEncoding: required({
    kind: choice(["form", "json"]),
    default: "form",
    about: "How the body is written.",
    example: "json",
  }),
  smsBody: required({
    kind: text(
      "a form or JSON with {to} and {text}",
      /^(?=[^\r\n]*\{to\})(?=[^\r\n]*\{text\})[^\r\n]{1,2000}$/,
    ),
    default: "to={to}&from={from}&message={text}",
    about:
      "Body of the call. `{to}`, `{from}`, `{text}` and `{id}` are filled in, each encoded as it must be.",
    example: "To={to}&From={from}&Body={text}",
  }),
  smsFrom: required({
    kind: text("a number, or a name of at most 11 characters", /^(\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/),
    default: "Waybill",
    about: "Sender that the gateway is told.",
    example: "+4915735980000",
  }),
  smsSuccess: required({
    kind: text("statuses such as 200-299 or 201,202", /^\d{3}(-\d{3})?(,\d{3}(-\d{3})?)*$/),
    default: "200-299",
    about: "Statuses by which the gateway says that it took a message.",
    example: "201",
  }),
  smsSuccessField: optional({
    kind: text("a JSON pointer and its value such as /success=100", /^(\/[^=\r\n]+)+=[^\r\n]{1,100}$/),
    about: "Field of the answer that must have this value, too.",
    example: "/success=100",
  }),
  smsIdField: optional({
    kind: jsonPointer,
    about: "Field of the answer with the gateway's own id of the message, for the log.",
    example: "/sid",
  }),
  smsPrivate: required({
    kind: yesNo,
    default: false,
    about: "Allows a gateway in a private network. Otherwise only public addresses are called.",
    example: "yes",
  }),
};
