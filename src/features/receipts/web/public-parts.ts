export { ReceiptButton, ReceiptList } from "./order-receipts.tsx";
export { SellerNote } from "./seller/seller-note.tsx";
