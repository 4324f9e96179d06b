import type { WordLocale } from "#kernel/locale.ts";

/** Words on a label. */
export interface LabelWords {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly parcel: string;
  readonly fragile: string;
  /** As on screen. */
  readonly levels: Readonly<Record<string, string>>;
}

export const LABEL_WORDS: Readonly<Record<WordLocale, LabelWords>> = {
  en: {
    title: "Labels",
    from: "From",
    to: "To",
    parcel: "Parcel {index} of {count}",
    fragile: "FRAGILE: handle with care",
    levels: {
      asap_60: "Within the hour",
      same_day: "Same day",
      scheduled: "At a chosen time",
      next_day: "Next day",
    },
  },
  de: {
    title: "Etiketten",
    from: "Von",
    to: "An",
    parcel: "Paket {index} von {count}",
    fragile: "ZERBRECHLICH: bitte vorsichtig",
    levels: {
      asap_60: "Innerhalb einer Stunde",
      same_day: "Am selben Tag",
      scheduled: "Zur Wunschzeit",
      next_day: "Am nächsten Tag",
    },
  },
  fr: {
    title: "Étiquettes",
    from: "De",
    to: "À",
    parcel: "Colis {index} sur {count}",
    fragile: "FRAGILE : à manier avec soin",
    levels: {
      asap_60: "Dans l’heure",
      same_day: "Le jour même",
      scheduled: "À l’heure choisie",
      next_day: "Le lendemain",
    },
  },
  es: {
    title: "Etiquetas",
    from: "De",
    to: "Para",
    parcel: "Paquete {index} de {count}",
    fragile: "FRÁGIL: trátese con cuidado",
    levels: {
      asap_60: "En una hora",
      same_day: "El mismo día",
      scheduled: "A la hora elegida",
      next_day: "Al día siguiente",
    },
  },
  ar: {
    title: "ملصقات",
    from: "من",
    to: "إلى",
    parcel: "الطرد {index} من {count}",
    fragile: "قابل للكسر: يُرجى الحذر",
    levels: {
      asap_60: "خلال ساعة",
      same_day: "في اليوم نفسه",
      scheduled: "في وقت محدد",
      next_day: "في اليوم التالي",
    },
  },
};
