import { PaymentsHalt } from "#features/books/web/public.tsx";
import { localAt } from "#kernel/local-time.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { loadWords, useWords } from "#web/i18n/words.ts";
import { rolesOf, useSession } from "#web/session/session.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Board } from "../contract/board.ts";
import "./board.css";
import "./lines.css";
import "./selection.css";
import "./board-narrow.css";
import { BoardContent } from "./board-content.tsx";
import { assignDialog } from "./board-parts.ts";
import type { BoardSearch } from "../contract/board-search.ts";
import { useBoard } from "./use-board.ts";
import { usePlan } from "./plan/use-plan.ts";

/** The dispatcher's working place: what is unassigned, who has what, and where everything is. */
function BoardPage({ search, setSearch }: PageProps<object, BoardSearch>) {
  const t = useWords("dispatch");
  const { query, liveness } = useBoard(search.date);
  const online = useOnline();
  const isAdmin = rolesOf(useSession()).includes("org-admin");
  const plan = usePlan(search.date, query.data);
  const { board } = plan;
  if (!board) {
    if (query.error) return <ProblemMessage page error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div className="board board-loading">
        <Skeleton look="rows" lines={8} />
        <Skeleton look="rows" lines={8} />
        <Skeleton look="card" lines={3} />
      </div>
    );
  }
  const stale = !online || query.error !== null;
  return (
    <div className="board">
      {isAdmin && <PaymentsHalt />}
      {stale && (
        <Banner tone="warning" icon="offline">
          {!online || isProblem(query.error, "http.offline") ? t("board.offline") : t("board.stale")}
        </Banner>
      )}
      <BoardContent
        board={board}
        plan={plan}
        liveness={stale ? "reconnecting" : liveness}
        search={search}
        setSearch={setSearch}
        today={todayOf(board)}
      />
    </div>
  );
}

/** Words that the board alone needs are not named in the table of pages, which couriers fetch, too. */
export function loadBoard(): Promise<typeof BoardPage> {
  // Keys that follow `A` belong to its dialog: its code is there before. What fails is fetched with the first press.
  assignDialog.load().catch(() => undefined);
  return loadWords("lateness").then(() => BoardPage);
}

/** Today on the wall calendar of the service area, wherever the dispatcher sits. */
const todayOf = (board: Board): string => localAt(Date.now(), board.timezone).date;
