/** The page that `main` gives a document of its own. */
export { PayPage } from "./pay/pay-page.tsx";
