import type { PaymentProblemCode } from "./payment-problems.ts";

/** Providers' codes of a decline, with blanks between them, by the problem that people read. */
const WORDS = {
  "form.incomplete": `
    invalid_expiry invalid_expiry_month invalid_expiry_year incorrect_zip incorrect_address
    incorrect_postal_code postal_code_invalid payment_method_billing_details_address_missing`,
  "pay.declined": `
    call_issuer card_declined do_not_honor do_not_try_again duplicate_transaction generic_decline
    incorrect_pin invalid_account invalid_pin new_account_information_available no_action_taken
    not_permitted offline_pin_required online_or_offline_pin_required
    payment_intent_payment_attempt_failed payment_method_customer_decline
    payment_method_provider_decline pin_try_exceeded refer_to_customer revocation_of_all_authorizations
    revocation_of_authorization service_not_allowed stop_payment_order testmode_decline
    transaction_not_allowed`,
  "pay.insufficient-funds": "insufficient_funds",
  "pay.expired-card": "expired_card expired_payment_method",
  "pay.incorrect-cvc": "incorrect_cvc invalid_cvc",
  "pay.incorrect-number": "incorrect_number invalid_number",
  "pay.blocked": `
    fraudulent lost_card merchant_blacklist payment_method_restricted pickup_card request_blocked
    restricted_card security_violation stolen_card`,
  "pay.processing-error": `
    approve_with_id issuer_not_available payment_method_provider_timeout processing_error
    reenter_transaction try_again_later`,
  "pay.velocity": `
    card_decline_rate_limit_exceeded card_velocity_exceeded payment_intent_rate_limit_exceeded
    withdrawal_count_limit_exceeded`,
  "pay.not-supported": `
    card_not_supported currency_not_supported invalid_card_type
    payment_intent_incompatible_payment_method payment_method_currency_mismatch
    payment_method_not_available payment_method_unsupported_type token_card_network_invalid`,
  "sca.required": `
    authentication_required mobile_device_authentication_required payment_intent_action_required`,
  "sca.failed": `
    authentication_failure authentication_not_handled confirmation_failed
    payment_intent_authentication_failure`,
  "sca.abandoned": "payment_intent_payment_attempt_expired",
  "sca.unavailable": `
    confirmation_unavailable three_d_secure_authentication_not_supported
    three_d_secure_authentication_upstream_error`,
  "amount.out-of-range": `
    amount_too_large amount_too_small charge_exceeds_source_limit charge_exceeds_transaction_limit
    invalid_amount invalid_charge_amount`,
} as const satisfies Partial<Record<PaymentProblemCode, string>>;

type Declined = keyof typeof WORDS;

/** Safe: `Object.entries` gives the keys of the table above. */
const byWord = new Map<string, Declined>(
  Object.entries(WORDS).flatMap(([code, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, code as Declined] as const),
  ),
);

export const KNOWN_DECLINES: readonly string[] = [...byWord.keys()];

/** The problem of a provider's decline; an unknown code is a plain decline. */
export const problemOfDecline = (word: string): Declined => byWord.get(word) ?? "pay.declined";

/** Decline as payers and browsers see it: a lost, stolen or suspected card reads like any other decline. */
export function shownDecline(word: string): PaymentProblemCode {
  const code = problemOfDecline(word);
  return code === "pay.blocked" ? "pay.declined" : code;
}
