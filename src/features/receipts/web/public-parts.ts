/** Parts that later rooms show, without the lazy doors of `public.tsx`. */
export { ReceiptButton } from "./receipt-button.tsx";
export { SellerNote } from "./seller/seller-note.tsx";
