import type { SurchargeReason } from "#features/payments/domain/purpose.ts";
import type { WordLocale } from "#kernel/locale.ts";

/** The words of a mail that brings a link to pay with. */
type LinkWords = Readonly<Record<"subject" | "hello" | "lost" | "pay" | "button" | SurchargeReason, string>>;

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
  },
};
