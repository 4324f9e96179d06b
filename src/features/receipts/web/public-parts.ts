export { ReceiptList } from "./order-receipts.tsx";
export { ReceiptButton } from "./receipt-button.tsx";
export { SellerNote } from "./seller/seller-note.tsx";
