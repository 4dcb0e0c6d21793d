import type { api, BodyOf, GitStateReply } from '@dragoman/contract'
import { changedFields } from '../../../lib/changed-fields.ts'
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

export function formOf({
  mode,
  settings,
  forge,
}: Pick<GitStateReply, 'mode' | 'settings' | 'forge'>): SettingsForm {
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

type Body = BodyOf<typeof api.git.update>

/**
 * Returns what is sent: only what was changed since the form was opened, because someone else can have changed the
 * rest meanwhile. Null if the input is invalid. Fields that the chosen mode does not show are neither checked nor
 * sent.
 */
export function bodyOf(
  form: SettingsForm,
  opened: SettingsForm,
  state: Pick<GitStateReply, 'signingKey'>,
): Body | null {
  const { mode, signingKey } = form
  const forge = forgeOf(form.forge, opened.forge)
  const [before, after] = [settingsOf(opened), settingsOf(form)]
  const isForRequests = mode === 'pull-request'
  if (isForRequests && (form.pullRequestBranch.trim() === '' || forge === null)) return null
  if (mode !== 'read-only') {
    if (minutesOf(form.quietMinutes) === null) return null
    if (form.signCommits && signingKey === null && state.signingKey === null) return null
  }
  const { pullRequestBranch: _, ...commits } = after
  const shown = mode === 'read-only' ? {} : isForRequests ? after : commits
  const settings = changedFields<Settings>(before, { ...before, ...shown })
  return {
    ...changedFields<Pick<SettingsForm, 'mode'>>({ mode: opened.mode }, { mode }),
    ...(mode === 'read-only' || !form.signCommits || signingKey === null ? {} : { signingKey }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(isForRequests && forge !== null ? forge : {}),
  }
}

function settingsOf({ mode: _, forge: __, signingKey: ___, ...form }: SettingsForm): Settings {
  const message = form.message.trim()
  return {
    ...form,
    quietMinutes: minutesOf(form.quietMinutes) ?? 0,
    message: message === '' ? null : message,
    pullRequestBranch: form.pullRequestBranch.trim(),
  }
}

/** Empty if it was not changed; null if its address is not usable. */
function forgeOf(form: ForgeForm, opened: ForgeForm): Pick<Body, 'forge'> | null {
  const at = originOf(form)
  if (at === null) return null
  if (Object.keys(changedFields(opened, form)).length === 0) return {}
  const token = form.kind === 'none' ? { token: null } : form.token === '' ? {} : { token: form.token }
  return { forge: { kind: form.kind, origin: at.origin, ...token } }
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
