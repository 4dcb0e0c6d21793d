import type { GitSettings } from '@dragoman/store'

/** The settings of a repository until someone changes them. */
export const USUAL_SETTINGS: GitSettings = {
  quietMinutes: 10,
  commitsBy: 'person',
  signOff: false,
  signCommits: false,
  skipCi: false,
  message: null,
  pullRequestBranch: 'l10n/dragoman',
}
