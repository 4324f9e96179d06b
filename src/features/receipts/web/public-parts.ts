/** Parts that later rooms show, without the lazy doors of `public.tsx`. */
export { ReceiptList } from "./order-receipts.tsx";
export { ReceiptButton } from "./receipt-button.tsx";
export { SellerNote } from "./seller/seller-note.tsx";
