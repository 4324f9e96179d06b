import type { WordLocale } from "#kernel/locale.ts";

/** The words around a receipt in its mail. */
interface MailWords {
  readonly subject: string;
  readonly subjectBack: string;
  readonly hello: string;
  readonly ended: string;
  readonly paid: string;
  readonly returned: string;
  readonly attached: string;
  readonly attachedBack: string;
  readonly subjectUndone: string;
  readonly undone: string;
  readonly attachedUndone: string;
}

export const MAIL_WORDS: Readonly<Record<WordLocale, MailWords>> = {
  en: {
    subject: "Receipt {number} from {seller}",
    subjectBack: "Credit note {number} from {seller}",
    hello: "Hello {name},",
    paid: "We received your payment for order {order}.",
    ended: "Your delivery with order {order} has ended.",
    returned: "You get a refund for order {order}.",
    attached: "The receipt is attached.",
    attachedBack: "The credit note is attached.",
    subjectUndone: "Cancellation {number} from {seller}",
    undone: "The credit note of order {order} is cancelled.",
    attachedUndone: "The cancellation is attached.",
  },
  de: {
    subject: "Quittung {number} von {seller}",
    subjectBack: "Gutschrift {number} von {seller}",
    hello: "Guten Tag {name},",
    paid: "Wir haben Ihre Zahlung zum Auftrag {order} erhalten.",
    ended: "Ihre Lieferung zum Auftrag {order} ist beendet.",
    returned: "Sie erhalten eine Erstattung zum Auftrag {order}.",
    attached: "Die Quittung ist angehängt.",
    attachedBack: "Die Gutschrift ist angehängt.",
    subjectUndone: "Storno {number} von {seller}",
    undone: "Die Gutschrift zum Auftrag {order} ist storniert.",
    attachedUndone: "Das Storno ist angehängt.",
  },
  fr: {
    subject: "Reçu {number} de {seller}",
    subjectBack: "Avoir {number} de {seller}",
    hello: "Bonjour {name},",
    paid: "Nous avons reçu votre paiement pour la commande {order}.",
    ended: "Votre livraison de la commande {order} est terminée.",
    returned: "Vous recevez un remboursement pour la commande {order}.",
    attached: "Le reçu est joint.",
    attachedBack: "L’avoir est joint.",
    subjectUndone: "Annulation {number} de {seller}",
    undone: "L’avoir de la commande {order} est annulé.",
    attachedUndone: "L’annulation est jointe.",
  },
  es: {
    subject: "Recibo {number} de {seller}",
    subjectBack: "Nota de abono {number} de {seller}",
    hello: "Hola, {name}:",
    paid: "Hemos recibido su pago del pedido {order}.",
    ended: "Su entrega del pedido {order} ha terminado.",
    returned: "Se le reembolsa dinero del pedido {order}.",
    attached: "El recibo va adjunto.",
    attachedBack: "La nota de abono va adjunta.",
    subjectUndone: "Anulación {number} de {seller}",
    undone: "La nota de abono del pedido {order} queda anulada.",
    attachedUndone: "La anulación va adjunta.",
  },
  ar: {
    subject: "الإيصال {number} من {seller}",
    subjectBack: "إشعار دائن {number} من {seller}",
    hello: "مرحبًا {name}،",
    paid: "استلمنا دفعتك عن الطلب {order}.",
    ended: "انتهى توصيل الطلب {order}.",
    returned: "يعود إليك مال من الطلب {order}.",
    attached: "الإيصال مرفق.",
    attachedBack: "الإشعار الدائن مرفق.",
    subjectUndone: "إلغاء {number} من {seller}",
    undone: "أُلغي الإشعار الدائن للطلب {order}.",
    attachedUndone: "الإلغاء مرفق.",
  },
};
