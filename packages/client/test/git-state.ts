import type { GitStateReply } from '@dragoman/contract'

/** A repository on GitLab that was connected over HTTPS without credentials, and has sent nothing yet. */
export const GIT_STATE: GitStateReply = {
  ...{ id: 1, repository: 'https://gitlab.com/acme/shop.git', branch: 'main', mode: 'push' },
  settings: {
    ...{ quietMinutes: 10, commitsBy: 'person', signOff: false, signCommits: false, skipCi: false },
    ...{ message: null, pullRequestBranch: 'l10n/dragoman', openBranches: { by: 'hand' } },
  },
  ...{ isPaused: false, signIn: 'none', app: null },
  forge: { kind: 'gitlab', origin: 'https://gitlab.com', hasToken: false },
  ...{ commit: null, checkedAt: null, lastReceived: null, lastSent: null, waitingFiles: 0, unsentFiles: 0 },
  ...{ sendsAt: null, problem: null, pullRequest: null, isRequestBranchShared: false, deployKey: null },
  ...{ signingKey: null, hostKeys: [], webhook: null, history: [] },
}
