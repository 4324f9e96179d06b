/** The providers' words, and how the brands write themselves: names, the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  unionpay: "UnionPay",
  cartes_bancaires: "Cartes Bancaires",
  eftpos_au: "eftpos",
};

/** A card as people know it: "Visa •••• 4242"; of a brand that nobody can name, its digits. */
export function cardText({ brand, last4 }: { readonly brand: string; readonly last4: string }): string {
  const name = NAMES[brand.toLowerCase()] ?? (brand === "unknown" ? "" : brand);
  return `${name} •••• ${last4}`.trim();
}
