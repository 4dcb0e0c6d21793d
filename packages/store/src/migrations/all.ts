import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { start } from './0001-start.ts'
import { messageSyntax } from './0002-message-syntax.ts'
import { partsOfFiles } from './0003-parts-of-files.ts'
import { fileWrites } from './0004-file-writes.ts'
import { heldTexts } from './0005-held-texts.ts'
import { ownersOfStates } from './0006-owners-of-states.ts'
import { jobs } from './0008-jobs.ts'
import { uploadedFiles } from './0009-uploaded-files.ts'
import { textLimits } from './0010-text-limits.ts'
import { keysOfAnyCharacter } from './0011-keys-of-any-character.ts'
import { actors } from './0012-actors.ts'
import { events } from './0013-events.ts'
import { leases } from './0014-leases.ts'
import { sources } from './0015-sources.ts'
import { resolvedConflicts } from './0016-resolved-conflicts.ts'
import { sourceStatus } from './0018-source-status.ts'
import { access } from './0019-access.ts'
import { accounts } from './0020-accounts.ts'
import { mail } from './0021-mail.ts'
import { notifications } from './0022-notifications.ts'
import { tasks } from './0023-tasks.ts'
import { invitations } from './0024-invitations.ts'
import { suggestions } from './0025-suggestions.ts'
import { comments } from './0026-comments.ts'
import { identities } from './0028-identities.ts'
import { auditStays } from './0033-audit-stays.ts'
import { removedTasks } from './0035-removed-tasks.ts'
import { sessionsAtProviders } from './0036-sessions-at-providers.ts'
import { textsToReviewAgain } from './0037-texts-to-review-again.ts'
import { webhooks } from './0038-webhooks.ts'
import { gitSources } from './0039-git-sources.ts'
import { codeUses } from './0040-code-uses.ts'
import { translationBranches } from './0041-translation-branches.ts'
import { closedBranches } from './0042-closed-branches.ts'
import { deliveryTokens } from './0043-delivery-tokens.ts'
import { releases } from './0044-releases.ts'
import { missingKeys } from './0045-missing-keys.ts'
import { sharedBases } from './0046-shared-bases.ts'
import { screenshots } from './0047-screenshots.ts'
import { editingTokens } from './0049-editing-tokens.ts'
import { removedScreenshots } from './0051-removed-screenshots.ts'
import { sentTexts } from './0053-sent-texts.ts'
import { keyAliases } from './0054-key-aliases.ts'
import { served } from './0055-served.ts'
import { scheduledMoves } from './0056-scheduled-moves.ts'
import { channelRequests } from './0057-channel-requests.ts'
import { oldAddresses } from './0058-old-addresses.ts'
import { publishedFiles } from './0059-published-files.ts'
import { alikeNames } from './0060-alike-names.ts'
import { visitors } from './0061-visitors.ts'
import { cancelledBy } from './0062-cancelled-by.ts'
import { replacedTexts } from './0073-replaced-texts.ts'
import { orderOfReview } from './0074-order-of-review.ts'
import { furtherRoles } from './0078-further-roles.ts'
import { sourcelessTexts } from './0080-sourceless-texts.ts'
import { auditSearch } from './0081-audit-search.ts'
import { pushesUnderWay } from './0088-pushes-under-way.ts'
import { namesOfRequestBranches } from './0089-names-of-request-branches.ts'
import { attemptsOfPushes } from './0090-attempts-of-pushes.ts'
import { syntaxesOfKeys } from './0091-syntaxes-of-keys.ts'
import { shorterSaves } from './0093-shorter-saves.ts'
import { unusedGitKeys } from './0094-unused-git-keys.ts'
import { openersOfBranches } from './0095-openers-of-branches.ts'
import { droppedChanges } from './0096-dropped-changes.ts'
import { replacedFiles } from './0097-replaced-files.ts'
import { countedBatches } from './0099-counted-batches.ts'
import { cleanUp } from './0100-clean-up.ts'
import { languageNames } from './0101-language-names.ts'
import { foldedTexts } from './0102-folded-texts.ts'
import { hashesOfFiles } from './0106-hashes-of-files.ts'
import { mergedBranches } from './0109-merged-branches.ts'
import { removedProjects } from './0110-removed-projects.ts'

/** One step of the schema. A released one never changes, and keeps its name: databases list the names they have had. */
export type Migration = {
  readonly up: (db: Kysely<Tables>, dialect: 'sqlite' | 'postgres') => Promise<void>
}

/** By the name of its file. New ones come last. */
export const MIGRATIONS: ReadonlyMap<string, Migration> = new Map(
  Object.entries({
    '0001-start': start,
    '0002-message-syntax': messageSyntax,
    '0003-parts-of-files': partsOfFiles,
    '0004-file-writes': fileWrites,
    '0005-held-texts': heldTexts,
    '0006-owners-of-states': ownersOfStates,
    '0008-jobs': jobs,
    '0009-uploaded-files': uploadedFiles,
    '0010-text-limits': textLimits,
    '0011-keys-of-any-character': keysOfAnyCharacter,
    '0012-actors': actors,
    '0013-events': events,
    '0014-leases': leases,
    '0015-sources': sources,
    '0016-resolved-conflicts': resolvedConflicts,
    '0018-source-status': sourceStatus,
    '0021-mail': mail,
    '0026-comments': comments,
    '0019-access': access,
    '0025-suggestions': suggestions,
    '0022-notifications': notifications,
    '0023-tasks': tasks,
    '0028-identities': identities,
    '0020-accounts': accounts,
    '0024-invitations': invitations,
    '0033-audit-stays': auditStays,
    '0035-removed-tasks': removedTasks,
    '0036-sessions-at-providers': sessionsAtProviders,
    '0037-texts-to-review-again': textsToReviewAgain,
    '0039-git-sources': gitSources,
    '0038-webhooks': webhooks,
    '0040-code-uses': codeUses,
    '0041-translation-branches': translationBranches,
    '0042-closed-branches': closedBranches,
    '0044-releases': releases,
    '0045-missing-keys': missingKeys,
    '0046-shared-bases': sharedBases,
    '0043-delivery-tokens': deliveryTokens,
    '0047-screenshots': screenshots,
    '0049-editing-tokens': editingTokens,
    '0051-removed-screenshots': removedScreenshots,
    '0053-sent-texts': sentTexts,
    '0058-old-addresses': oldAddresses,
    '0059-published-files': publishedFiles,
    '0054-key-aliases': keyAliases,
    '0055-served': served,
    '0056-scheduled-moves': scheduledMoves,
    '0057-channel-requests': channelRequests,
    '0060-alike-names': alikeNames,
    '0061-visitors': visitors,
    '0062-cancelled-by': cancelledBy,
    '0073-replaced-texts': replacedTexts,
    '0074-order-of-review': orderOfReview,
    '0078-further-roles': furtherRoles,
    '0080-sourceless-texts': sourcelessTexts,
    '0081-audit-search': auditSearch,
    '0088-pushes-under-way': pushesUnderWay,
    '0089-names-of-request-branches': namesOfRequestBranches,
    '0090-attempts-of-pushes': attemptsOfPushes,
    '0091-syntaxes-of-keys': syntaxesOfKeys,
    '0093-shorter-saves': shorterSaves,
    '0094-unused-git-keys': unusedGitKeys,
    '0095-openers-of-branches': openersOfBranches,
    '0096-dropped-changes': droppedChanges,
    '0097-replaced-files': replacedFiles,
    '0099-counted-batches': countedBatches,
    '0100-clean-up': cleanUp,
    '0101-language-names': languageNames,
    '0102-folded-texts': foldedTexts,
    '0106-hashes-of-files': hashesOfFiles,
    '0109-merged-branches': mergedBranches,
    '0110-removed-projects': removedProjects,
  }),
)
