import { NumberText } from "#web/ui/figures.tsx";
import { useMe } from "#features/debts/web/public-parts.ts";

interface DeliveryNumberProps {
  number: string;
  deliveryId: string | null;
}

/** An order's number; for those who work with deliveries it leads there. */
export function DeliveryNumber({ number, deliveryId }: DeliveryNumberProps) {
  const maySee = useMe().may("delivery:handle");
  if (deliveryId === null || !maySee) return <NumberText>{number}</NumberText>;
  return (
    <a href={`/d/deliveries/${deliveryId}`}>
      <NumberText>{number}</NumberText>
    </a>
  );
}
