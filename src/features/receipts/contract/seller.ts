import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Email, InstantText, Name, Nothing, Phone } from "#contract/schemas.ts";

export const SELLER_LIMITS = { address: 300, taxId: 40, footer: 300 } as const;

/** At most six lines, of what can be printed. */
const FEW_LINES = /^[^\p{Cc}]*(\n[^\p{Cc}]*){0,5}$/u;
const ONE_LINE = /^[^\p{Cc}]*$/u;

export const SellerDetails = z.strictObject({
  name: Name,
  address: z.string().check(z.trim(), z.minLength(1), z.maxLength(SELLER_LIMITS.address), z.regex(FEW_LINES)),
  /** A number of its country: letters, digits and the marks between them. */
  taxId: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(SELLER_LIMITS.taxId),
      z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u),
    ),
  email: z.nullable(Email),
  phone: z.nullable(Phone),
  footer: z.nullable(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(SELLER_LIMITS.footer), z.regex(ONE_LINE)),
  ),
});
export type SellerDetails = z.output<typeof SellerDetails>;

const Seller = z.strictObject({
  /** Counts the changes; 0: nobody said it yet. */
  version: z.int(),
  /** Absent as long as nobody said it; receipts bear the organisation's name alone. */
  details: z.nullable(SellerDetails),
  changedAt: z.nullable(InstantText),
  changedBy: z.nullable(z.string()),
});
export type Seller = z.output<typeof Seller>;

export const sellerApi = {
  readSeller: endpoint({
    id: "readSeller",
    method: "GET",
    path: "/api/seller",
    needs: "money:read",
    summary: "Who receipts say sells, and who changed it last",
    input: Nothing,
    reply: Seller,
    refusals: [],
  }),
  changeSeller: endpoint({
    id: "changeSeller",
    method: "PUT",
    path: "/api/seller",
    needs: "seller:edit",
    audit: "money.seller-changed",
    summary: "Change the seller; receipts issued before keep what they say",
    /** `version`: the one that was read; 0 where there is none yet. */
    input: z.strictObject({
      version: z.int().check(z.gte(0), z.lte(2_147_483_646)),
      details: SellerDetails,
    }),
    reply: Seller,
    refusals: ["payments.seller-changed"],
  }),
};
