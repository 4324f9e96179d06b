import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Money } from "#kernel/money.ts";

/** A column of minor units and one of a currency as an amount, written by the database. */
export const moneyJson = (minor: string, currency: string): RawBuilder<Money> =>
  sql.raw(`json_build_object('minor', ${minor}, 'currency', trim(${currency}))`);
