import type { SurchargeReason } from "../../domain/purpose.ts";
import type { WordLocale } from "#kernel/locale.ts";

/** The words of a mail that brings a link to pay with. */
type LinkWords = Readonly<
  Record<
    | "subject"
    | "hello"
    | "lost"
    | "pay"
    | "button"
    | SurchargeReason
    // Where a hold ends soon: its subject, why, what confirming means, and the button.
    | "renew"
    | "expiring"
    | "confirm"
    | "card",
    string
  >
>;

export const LINK_WORDS: Readonly<Record<WordLocale, LinkWords>> = {
  en: {
    subject: "Please pay {amount} to {seller}",
    hello: "Hello {name},",
    lost: "Your card no longer holds the {amount} for order {order}: the reservation ended before we could collect it. Nothing was charged.",
    waiting: "We waited longer than planned for order {order}. This costs {amount} more.",
    "extra-stop": "Order {order} had an extra stop. This costs {amount} more.",
    other: "Order {order} costs {amount} more.",
    pay: "You can pay here; you are charged once.",
    button: "Pay {amount}",
    renew: "Please confirm your card again: {amount} for {seller}",
    expiring:
      "Your bank lets go of the {amount} for order {order} on {date}. Please confirm your card again before.",
    confirm:
      "Nothing is charged now, and the price is not charged twice: as soon as the new hold stands, the old one is let go.",
    card: "Confirm the card",
  },
  de: {
    subject: "Bitte zahlen Sie {amount} an {seller}",
    hello: "Guten Tag {name},",
    lost: "Auf Ihrer Karte sind die {amount} für den Auftrag {order} nicht mehr reserviert: Die Reservierung endete, bevor wir den Betrag einziehen konnten. Es wurde nichts abgebucht.",
    waiting: "Beim Auftrag {order} haben wir länger gewartet als geplant. Das kostet {amount} mehr.",
    "extra-stop": "Beim Auftrag {order} gab es einen zusätzlichen Halt. Das kostet {amount} mehr.",
    other: "Der Auftrag {order} kostet {amount} mehr.",
    pay: "Hier können Sie zahlen; es wird nur einmal abgebucht.",
    button: "{amount} zahlen",
    renew: "Bitte bestätigen Sie Ihre Karte noch einmal: {amount} für {seller}",
    expiring:
      "Ihre Bank gibt die {amount} für den Auftrag {order} am {date} frei. Bitte bestätigen Sie Ihre Karte vorher noch einmal.",
    confirm:
      "Jetzt wird nichts abgebucht, und der Preis wird nicht zweimal abgebucht: Sobald die neue Reservierung steht, wird die alte freigegeben.",
    card: "Karte bestätigen",
  },
  fr: {
    subject: "Veuillez payer {amount} à {seller}",
    hello: "Bonjour {name},",
    lost: "Votre carte ne réserve plus les {amount} de la commande {order} : la réservation a pris fin avant que nous puissions encaisser. Rien n’a été débité.",
    waiting:
      "Pour la commande {order}, nous avons attendu plus longtemps que prévu. Cela coûte {amount} de plus.",
    "extra-stop": "La commande {order} a eu un arrêt supplémentaire. Cela coûte {amount} de plus.",
    other: "La commande {order} coûte {amount} de plus.",
    pay: "Vous pouvez payer ici ; vous n’êtes débité qu’une fois.",
    button: "Payer {amount}",
    renew: "Veuillez confirmer de nouveau votre carte : {amount} pour {seller}",
    expiring:
      "Votre banque libère les {amount} de la commande {order} le {date}. Veuillez confirmer de nouveau votre carte avant.",
    confirm:
      "Rien n’est débité maintenant, et le prix n’est pas débité deux fois : dès que la nouvelle réservation est en place, l’ancienne est libérée.",
    card: "Confirmer la carte",
  },
  es: {
    subject: "Pague {amount} a {seller}",
    hello: "Hola, {name}:",
    lost: "Su tarjeta ya no tiene reservados los {amount} del pedido {order}: la reserva terminó antes de que pudiéramos cobrar. No se ha cobrado nada.",
    waiting: "En el pedido {order} esperamos más de lo previsto. Cuesta {amount} más.",
    "extra-stop": "El pedido {order} tuvo una parada adicional. Cuesta {amount} más.",
    other: "El pedido {order} cuesta {amount} más.",
    pay: "Puede pagar aquí; solo se cobra una vez.",
    button: "Pagar {amount}",
    renew: "Confirme de nuevo su tarjeta: {amount} para {seller}",
    expiring:
      "Su banco libera los {amount} del pedido {order} el {date}. Confirme antes su tarjeta de nuevo.",
    confirm:
      "Ahora no se cobra nada y el precio no se cobra dos veces: en cuanto la nueva reserva está hecha, se libera la anterior.",
    card: "Confirmar la tarjeta",
  },
  ar: {
    subject: "يرجى دفع {amount} إلى {seller}",
    hello: "مرحبًا {name}،",
    lost: "لم تعد بطاقتك تحجز مبلغ {amount} للطلب {order}: انتهى الحجز قبل أن نتمكن من تحصيله. لم يُخصم شيء.",
    waiting: "انتظرنا في الطلب {order} أكثر من المخطط. التكلفة الإضافية {amount}.",
    "extra-stop": "كانت في الطلب {order} محطة إضافية. التكلفة الإضافية {amount}.",
    other: "تكلفة الطلب {order} تزيد بمقدار {amount}.",
    pay: "يمكنك الدفع هنا، ويُخصم المبلغ مرة واحدة فقط.",
    button: "ادفع {amount}",
    renew: "يرجى تأكيد بطاقتك من جديد: {amount} إلى {seller}",
    expiring: "سيلغي مصرفك حجز {amount} للطلب {order} في {date}. يرجى تأكيد بطاقتك من جديد قبل ذلك.",
    confirm: "لا يُخصم شيء الآن، ولا يُخصم السعر مرتين: بمجرد ثبوت الحجز الجديد يُفرج عن الحجز القديم.",
    card: "أكّد البطاقة",
  },
};
