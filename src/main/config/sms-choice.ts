import type { SmsChoice } from "#server/sms/sms-gateway.ts";
import type { Settings } from "./settings.ts";

/** The gateway for text messages that these settings describe. */
export const smsChoice = (settings: Settings): SmsChoice => ({
  url: settings.smsUrl,
  method: settings.smsMethod,
  headers: settings.smsHeaders,
  encoding: settings.smsEncoding,
  body: settings.smsBody,
  from: settings.smsFrom,
  success: settings.smsSuccess,
  successField: settings.smsSuccessField,
  idField: settings.smsIdField,
  allowsPrivate: settings.smsPrivate,
});

/** A fault of these settings; undefined where there is none. */
export function smsContradiction({ smsUrl, smsEncoding, smsBody }: Settings): string | undefined {
  if (smsUrl === undefined || smsEncoding === "form") return undefined;
  try {
    JSON.parse(smsBody);
    return undefined;
  } catch {
    return "--sms-encoding is json, but --sms-body is no JSON.";
  }
}
