import type { api, BodyOf, GitStateReply } from '@dragoman/contract'
import { type ForgeForm, originOf } from '../repository/ForgeFields.tsx'

type Settings = GitStateReply['settings']

/** The editable settings of a repository, as typed. */
export type SettingsForm = Pick<GitStateReply, 'mode'> &
  Omit<Settings, 'quietMinutes' | 'message'> & {
    readonly quietMinutes: string
    /** Empty: the default. */
    readonly message: string
    readonly forge: ForgeForm
    /** A new key that signs commits; null: none was created. */
    readonly signingKey: string | null
  }

/** The default first line of a commit. */
export const USUAL_MESSAGE = 'chore(l10n): update {languages}'

export function formOf({ mode, settings, forge }: GitStateReply): SettingsForm {
  return {
    ...settings,
    mode,
    quietMinutes: String(settings.quietMinutes),
    message: settings.message ?? '',
    forge: { kind: forge.kind, origin: forge.origin ?? '', token: '' },
    signingKey: null,
  }
}

/** Null: not an accepted number of minutes. */
export function minutesOf(text: string): number | null {
  const minutes = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return minutes <= 1440 ? minutes : null
}

/** Returns what is sent; null if the input is invalid. */
export function bodyOf(form: SettingsForm, state: GitStateReply): BodyOf<typeof api.git.update> | null {
  const { mode, forge, quietMinutes, message, pullRequestBranch, signingKey, ...settings } = form
  const at = originOf(forge)
  const minutes = minutesOf(quietMinutes)
  const branch = pullRequestBranch.trim()
  if (minutes === null || branch === '' || at === null) return null
  if (settings.signCommits && signingKey === null && state.signingKey === null) return null
  return {
    mode,
    ...(signingKey === null ? {} : { signingKey }),
    settings: {
      ...settings,
      quietMinutes: minutes,
      message: message.trim() === '' ? null : message.trim(),
      pullRequestBranch: branch,
    },
    forge: {
      kind: forge.kind,
      origin: at.origin,
      ...(forge.kind === 'none' ? { token: null } : forge.token === '' ? {} : { token: forge.token }),
    },
  }
}

/** Returns the first line of a commit, with an example of each value. */
export function exampleMessage(message: string): string {
  const values: Readonly<Record<string, string>> = {
    languages: 'German, Polish',
    language: 'German',
    person: 'Klara Berg',
    count: '6',
  }
  const text = message.trim() === '' ? USUAL_MESSAGE : message.trim()
  return text.replaceAll(/\{(languages|language|person|count)\}/g, (_, name: string) => values[name] ?? '')
}
