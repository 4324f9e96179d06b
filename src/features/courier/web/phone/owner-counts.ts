import type { Counts } from "#kernel/outbox/counts.ts";
import { listOwners, type Owner, saveOwner } from "#web/phone/owners.ts";
import type { Person } from "#web/phone/person.ts";
import { type OthersWork, showPhone } from "../phone-view.ts";

/** Unsent work of the other people of this phone. */
export const othersOf = (owners: readonly Owner[], person?: Person): readonly OthersWork[] =>
  owners
    .filter((one) => one.hash !== person?.hash && one.unsent > 0)
    .map(({ name, unsent }) => ({ name, unsent }));

/** Notes on the phone how much of this person waits there, for whoever opens it next. */
export async function rememberOwner(person: Person, { commands, files }: Counts): Promise<void> {
  const { hash, subject, name, isSignedIn } = person;
  if (!isSignedIn) return;
  await saveOwner({ hash, subject, name, unsent: commands + files, at: Date.now(), isReadable: true });
}

/** Without a session, unsent work is named by the name of the person who alone can send it. */
export async function showOthers(): Promise<void> {
  const others = othersOf(await listOwners());
  const [last] = others;
  showPhone({
    ownerName: last?.name ?? "",
    counts: { commands: last?.unsent ?? 0, files: 0, looks: 0 },
    others,
  });
}
