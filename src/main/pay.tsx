import "#web/theme/theme.css";
import { mountSigned } from "#web/shell/mount-signed.tsx";

/** `/book/pay/<order>`: a document of its own, since it alone lets the card provider in. */
const orderId = decodeURIComponent(location.pathname.split("/")[3] ?? "");

void mountSigned(
  async () => {
    const { PayPage } = await import("#features/sender/web/public.ts");
    return <PayPage orderId={orderId} />;
  },
  "sender",
  "pay",
  "payments",
);
