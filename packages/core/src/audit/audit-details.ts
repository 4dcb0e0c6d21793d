import type { InstanceRole, Sharing } from '../access/roles.ts'

/**
 * Details of audit log entries in addition to actor, action and object, for each kind. Kinds are named after
 * object and action. Details never contain secrets. Ids are only for programs; what people read is included
 * as words and names.
 *
 * The compiler requires a sentence for each new kind (`client/src/features/audit/audit-sentences.ts`), and
 * words for each new detail (`audit-words.ts` in the same folder). Entries are kept for years, so readers
 * must expect details of older versions to be missing.
 */
export type AuditDetails = {
  /** `by`: the way, or the URL of the identity provider. */
  'session.started': { readonly by: string; readonly device: string | null }
  'session.refused': {
    /** `single sign-on`: the identity provider is the only way to sign in. */
    readonly why: 'password' | 'second factor' | 'passkey' | 'suspended' | 'single sign-on' | 'no account'
    readonly device: string | null
  }
  /**
   * `by`: URL of the identity provider that ended them; `sessions`: how many of a person's, when all were ended;
   * `device`: that of the only one; without both: the one of the request.
   */
  'session.ended': { readonly by?: string; readonly sessions?: number; readonly device?: string | null }
  'account.changed':
    | { readonly what: 'name'; readonly to: string }
    | { readonly what: 'address'; readonly to: string | null; readonly isConfirmed: boolean }
    | { readonly what: 'password'; readonly by?: 'reset link' }
    | { readonly what: 'reset link'; readonly by: 'mail' | 'owner' | 'command' }
    /** `by`: it was turned off for the person by an owner, or by the command. */
    | { readonly what: 'second factor'; readonly is: 'on' | 'off'; readonly by?: 'owner' | 'command' }
    /** The consent that commits carry `Signed-off-by` in the person's name: given, or withdrawn. */
    | { readonly what: 'sign-off'; readonly is: 'on' | 'off' }
    | { readonly what: 'passkey'; readonly is: 'added' | 'removed'; readonly name: string }
    | { readonly what: 'picture' | 'recovery codes' }
    /** URLs of identity providers. */
    | { readonly linked: string }
    | { readonly unlinked: string }
  'account.removed': NoDetails
  'user.changed':
    | { readonly before: InstanceRole; readonly role: InstanceRole }
    | { readonly isSuspended: boolean }
  'user.removed': { readonly role: InstanceRole; readonly projects: number }
  'membership.changed': ChangedRights
  'membership.removed': ChangedRights
  'group.changed':
    | { readonly group: number; readonly made: true }
    | { readonly group: number; readonly name: string }
    /** Names of people. */
    | { readonly group: number; readonly added: readonly string[]; readonly removed: readonly string[] }
    /** The groups that the identity provider at `by` put a person in, and took them out of, by name. */
    | {
        readonly by: string
        readonly joined: readonly string[]
        readonly left: readonly string[]
      }
  'group.removed': { readonly group: number; readonly people: number }
  'invitation.made': {
    readonly id: number
    readonly role: string
    readonly number: number
    readonly generation: number
    readonly expiresAt: string
    /** The name of the group that they join; null: none. */
    readonly group: string | null
  }
  'invitation.accepted': { readonly id: number; readonly who: string; readonly invitedBy: string }
  'invitation.withdrawn': Partial<ChangedRights>
  'token.made': {
    readonly hint: string
    readonly expiresAt: string | null
    readonly scopes?: readonly string[]
    readonly languages?: readonly string[] | null
    readonly channels?: readonly string[] | null
    /** Of a token for editing in an app: the app's origin. */
    readonly origin?: string
  }
  'token.revoked': { readonly hint: string }
  'project.made': NoDetails
  /** Only fields that differ; `before` has the same fields. */
  'project.changed': AuditedProject & { readonly before?: AuditedProject }
  'project.removed': { readonly name: string }
  'language.removed': NoDetails
  'webhook.added': { readonly description: string }
  'webhook.changed': { readonly description: string; readonly isOn: boolean }
  'webhook.secret-replaced': { readonly description: string }
  'webhook.removed': { readonly description: string }
  'channel.added': NoDetails
  'channel.changed': {
    readonly isPublic?: boolean | null
    readonly fallback?: boolean | null
    readonly texts?: string
    readonly holdsErrors?: boolean
    readonly collectsMissing?: boolean
    readonly formats?: readonly string[]
    readonly origins?: readonly string[] | null
    readonly cacheSeconds?: number
    readonly staleSeconds?: number
  }
  'channel.moved': { readonly release: number; readonly percent: number; readonly scheduledFor?: string }
  'channel.move-scheduled': { readonly release: number; readonly percent: number; readonly at: string }
  /** `release` null: it no longer existed. */
  'channel.move-cancelled': { readonly release: number | null; readonly at: string }
  'channel.removed': NoDetails
  'address.added': {
    readonly shape: string
    readonly channel: string
    readonly namespace: string | null
  }
  'address.removed': { readonly channel: string }
  /** A branch without `mode` is a translation branch that was opened. */
  'source.added': { readonly branch?: string; readonly mode?: string }
  /** Names of the settings that were changed. */
  'source.changed': { readonly changed: readonly string[] }
  /** With `texts`: a translation branch was closed, and this was done with its unsent texts, comments and suggestions. */
  'source.removed': {
    readonly texts?: 'move' | 'discard'
    readonly moved?: number
    readonly conflicts?: number
    readonly discarded?: number
  }
  'export.made': {
    readonly format?: string
    readonly language?: string
    readonly namespace?: string
    readonly languages?: readonly string[]
    readonly namespaces?: readonly string[]
  }
  'backup.made': NoDetails
  'setting.changed':
    | { readonly days: number }
    | { readonly everyHours: number | null; readonly keep: number }
    /** `sessions`: how many ended, because another provider had started them. */
    | { readonly issuer: string | null; readonly isOnlyWay: boolean; readonly sessions?: number }
    /** A backup was deleted. */
    | { readonly removed: true }
}

export type AuditKind = keyof AuditDetails

/** Every name of a detail, of any kind. */
export type AuditDetail = { [K in AuditKind]: KeysOf<AuditDetails[K]> }[AuditKind]

type KeysOf<T> = T extends unknown ? keyof T : never
type NoDetails = Readonly<Record<never, never>>

/** Rights in a project, in the words that people read. */
type AuditedRights = {
  readonly role: string
  readonly languages: readonly string[] | null
  readonly namespaces: readonly string[] | null
}

type ChangedRights = {
  /** Id of the person, group or invitation. */
  readonly who: string
  readonly before: AuditedRights | null
  readonly after: AuditedRights | null
  /** Id of the entry that this change undoes. */
  readonly undoes?: number
}

/** Settings of a project. */
export type AuditedProject = {
  readonly name?: string
  readonly slug?: string
  readonly syntax?: string
  readonly sharing?: Sharing
  readonly settings?: Readonly<Record<string, unknown>>
  /** Origins of apps in which texts can be edited. */
  readonly editOrigins?: readonly string[]
}
