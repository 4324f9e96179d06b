import type { Form } from "#web/forms/use-form.ts";
import type { SellerDetails } from "../../contract/seller.ts";

export type SellerForm = Form<SellerText, SellerDetails>;

/** The seller as typed: blanks in place of what is absent. */
export interface SellerText {
  name: string;
  address: string;
  taxId: string;
  email: string;
  phone: string;
  footer: string;
}

const BLANK: SellerText = { name: "", address: "", taxId: "", email: "", phone: "", footer: "" };

export const textOfSeller = (details: SellerDetails | null): SellerText =>
  details === null
    ? BLANK
    : {
        ...details,
        email: details.email ?? "",
        phone: details.phone ?? "",
        footer: details.footer ?? "",
      };

/** Lines as they are to be printed: none blank, no space at their ends. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

export const inputOfSeller = ({ name, address, taxId, email, phone, footer }: SellerText) => ({
  name,
  address: linesOf(address).join("\n"),
  taxId,
  email: orNull(email),
  phone: orNull(phone),
  footer: orNull(footer),
});
