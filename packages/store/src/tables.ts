import { type Expression, type RawBuilder, sql } from 'kysely'
/**
 * Columns as the database has them: JSON as text, conditions as 0/1, states as numbers, times as ISO text.
 */
export type Tables = {
  meta: { name: string; value: string }
  counter: { name: string; value: number }
  project: {
    id: number
    slug: string
    name: string
    source_language: string
    syntax: string
    settings: string
    created_at: string
    revision: number
    /** `members`, `signed-in` or `everyone`. */
    shared_with: string
    /** What the project gives to whom it is shared with: `reader` or `suggester`. */
    shared_role: string
  }
  language: { id: number; project_id: number; tag: string; fallback: string | null; position: number }
  namespace: { id: number; project_id: number; name: string; position: number }
  key: {
    id: number
    project_id: number
    namespace_id: number
    /** See `storedName`: texts that a database cannot hold as they are come wrapped. */
    name: string
    /**
     * Hash of plural kind and name, for finding a key by its identity in an index that no long name can
     * break.
     */
    lookup: number
    plural: string
    path: string
    description: string
    tags: string
    max_length: number | null
    position: number
    version: number
    /** Operation that added the key. */
    operation_id: number
    /** Operation that wrote the fields as they are. */
    fields_operation_id: number
  }
  translation: {
    /** language_id · 2³² + key_id: the rows of one language lie together. */
    id: number
    language_id: number
    key_id: number
    /** Copy of the key's position, so that an index can hold a language's rows of one state in order. */
    position: number
    forms: string
    /** Place in TRANSLATION_STATES. */
    state: number
    /** Number of the write that made the row what it is; see `Tally.version`. 0: never written. */
    version: number
    source_version: number
    outdated: number
    failing: number
    /**
     * Written by the operation that added the key: undoing that one removes the key, so no index needs this
     * row.
     */
    with_key: number
    /**
     * Operation whose work the text is, also after an undo brought it back; null for a text that nobody
     * wrote.
     */
    operation_id: number | null
    /**
     * Who wrote the words, where it was not the actor of the operation: a suggestion that somebody accepted,
     * a text that somebody approved. Null: the actor of the operation did. The id may be null beside a name.
     */
    author_id: string | null
    author_label: string | null
  }
  /** Folded texts for search: id of the translation, or the key's id alone (language 0) for its name. */
  search_text: { id: number; folded: string }
  /** Ranges of search texts that a large operation left for later to index. */
  search_pending: { first: number; last: number }
  counts: {
    language_id: number
    namespace_id: number
    total: number
    untranslated: number
    draft: number
    translated: number
    reviewed: number
    outdated: number
    failing: number
  }
  operation: {
    id: number
    project_id: number
    kind: string
    /** `ActorId`; null where an earlier program knew nothing but the name. */
    actor_id: string | null
    /** The actor's name as it was then. */
    actor_label: string
    at: string
    summary: string
    undoes: number | null
    undone_by: number | null
  }
  /** What an operation replaced. A first write replaces nothing and has no row. */
  change: {
    id: number
    project_id: number
    operation_id: number
    key_id: number
    /** Null for a change of the key itself, and of a language as a whole. */
    language_id: number | null
    kind: string
    before: string
    /** Operation that had written what was replaced. */
    before_operation_id: number | null
    /**
     * Operation whose work stood after the change: null for the operation itself; of an undo the one whose
     * work it brought back, 0 where that is nobody's. The change is in place exactly as long as what stands
     * there belongs to it.
     */
    after_operation_id: number | null
  }
  source: {
    id: number
    project_id: number
    kind: string
    /** What only this kind needs, as JSON. */
    settings: string
    pattern: string
    format: string
    writable: number
    created_at: string
    /** Number of the event up to which what was saved is in the files. */
    written_to: number
    /** What is not read, as JSON. */
    left_out: string
  }
  file: {
    id: number
    source_id: number
    project_id: number
    path: string
    language: string
    namespace: string
    side: string
    state: string
    problem: string | null
    /** Texts that the file cannot hold, as JSON. */
    held: string
    entries: number
    synced_at: string | null
    /** What its texts must be, as JSON (`TextLimits`); null: any text, or not known yet. */
    limits: string | null
    /** 1: keys with control characters were taken too. */
    any_keys: number
  }
  /** Bytes of the last sync, once for all languages of a file. */
  file_base: {
    source_id: number
    path: string
    deflated: number
    bytes: Uint8Array
    /**
     * When this program put these bytes there, in milliseconds since 1970, and what they replaced; null:
     * another program wrote the file.
     */
    replaced_ms: number | null
    replaced_deflated: number | null
    replaced_bytes: Uint8Array | null
  }
  /** A file that is about to be replaced, with the bytes it will have. */
  file_write: {
    source_id: number
    path: string
    temporary: string
    parts: string
    deflated: number
    bytes: Uint8Array
  }
  conflict: {
    id: number
    project_id: number
    file_id: number
    name: string
    plural: string
    path: string
    key_id: number | null
    base: string
    theirs: string
    ours: string
    state: string
    created_at: string
  }
  /** Files that were imported; exports of the same format begin with them. */
  uploaded_file: { id: number; project_id: number; path: string; format: string; pieces: number }
  uploaded_piece: { file_id: number; place: number; bytes: Uint8Array }
  uploaded_part: {
    project_id: number
    namespace: string
    language: string
    format: string
    side: string
    file_id: number
    limits: string | null
    any_keys: number
  }
  /** Work in the background; see areas/jobs.ts. */
  job: {
    id: number
    project_id: number
    kind: string
    payload: string
    state: string
    run_at: string
    attempts: number
    max_attempts: number
    locked_by: string | null
    locked_until: string | null
    done: number
    total: number | null
    unit: string
    detail: string | null
    cursor: string | null
    cancel_requested: string | null
    result: string | null
    problem: string | null
    operation_id: number | null
    /** `ActorId` of who asked for it. */
    started_by_id: string
    started_by_label: string
    /** The token they asked with; null: a session. */
    started_with_token: number | null
    created_at: string
    started_at: string | null
    ended_at: string | null
    dedupe_key: string | null
  }
  /** What happened, in the order of the commits; see areas/events.ts. */
  event: {
    number: number
    /** Random, the same for all events of one commit: tells a number from the same one after a restore. */
    mark: string
    kind: string
    version: number
    project_id: number | null
    actor_id: string | null
    at: string
    payload: string
  }
  /** What only one process may do at a time; see areas/leases.ts. */
  lease: { name: string; holder: string; until_ms: number }
  /** Wrong attempts to sign in, by address and by account. */
  attempt: { name: string; count: number; until_ms: number }
  /** Mails that are to be sent; see areas/mails.ts. */
  mail: {
    id: number
    kind: string
    to_name: string
    to_address: string
    subject: string
    /** Empty once the mail was sent: it may have had a link that lets somebody in. */
    text: string
    html: string | null
    unsubscribe_url: string | null
    /** The same for every attempt. */
    message_id: string
    /** Of several mails with one key only the first is kept. */
    dedupe_key: string | null
    created_at: string
    attempts: number
    /** When it is tried next; null: it was sent, or given up. */
    next_at: string | null
    sent_at: string | null
    problem: string | null
  }
  /** Up to which event somebody has followed them. */
  follower: { name: string; number: number; mark: string }
  notification: {
    id: number
    user_id: number
    project_id: number
    kind: string
    /** What it is about, once for each person: `comment:12`. */
    subject: string
    key_id: number | null
    language: string | null
    /** Id of the comment, suggestion, rejection, task or batch of strings. */
    subject_id: number | null
    payload: string
    actor_id: string | null
    created_at: string
    done_at: string | null
    /** `self`, or `work`: it was done where the work is. */
    done_by: string | null
    later_until: string | null
    mailed_at: string | null
  }
  /** Project 0: what holds where a project has nothing of its own. */
  notification_setting: { user_id: number; project_id: number; mail: string | null; muted: string }
  notification_person: {
    user_id: number
    time_zone: string
    language: string | null
    /** When it is to be looked at next whether a mail is due; null: nothing waits. */
    look_at: string | null
  }
  /** New strings, or changed source texts, of one or a few operations in one language. */
  string_batch: {
    id: number
    project_id: number
    kind: string
    language: string
    operations: string
    actor_id: string | null
    /** How many are left, by namespace, as JSON. */
    namespaces: string
    total: number
    open: number
    created_at: string
    touched_at: string
  }
  /** Languages somebody has saved texts in, and when they last did. */
  worked_language: { user_id: number; project_id: number; language: string; at: string }
  task: {
    id: number
    project_id: number
    title: string
    note: string
    goal: string
    due: string | null
    created_by: string
    created_by_label: string
    created_at: string
    done_at: string | null
    done_by: string | null
    version: number
    removed_at: string | null
  }
  task_key: { task_id: number; key_id: number }
  task_language: { task_id: number; language: string }
  task_assignee: { task_id: number; user_id: number | null; group_id: number | null }
  user: {
    id: number
    name: string
    password_hash: string | null
    role: string
    created_at: string
    /** As typed. */
    email: string | null
    /** See `foldAddress`; only of an address that was confirmed. */
    email_folded: string | null
    email_confirmed_at: string | null
    seen_at: string | null
    /** May not sign in. */
    suspended_at: string | null
    /** `UserSettings` as JSON. */
    settings: string
    /** Hash of the picture's bytes; null: the initials. */
    picture: string | null
    /** Sealed with the secret of the instance. */
    totp_secret: string | null
    /** The last time step whose code was taken: no code is taken twice. */
    totp_step: number | null
    totp_confirmed_at: string | null
  }
  user_picture: { user_id: number; type: string; bytes: Uint8Array }
  recovery_code: { user_id: number; hash: string; used_at: string | null }
  passkey: {
    /** Credential id, base64url. */
    id: string
    user_id: number
    name: string
    public_key: string
    counter: number
    transports: string
    created_at: string
    last_used_at: string | null
  }
  /** Secrets that work once, by their hash; see areas/short-secrets.ts. */
  short_secret: {
    hash: string
    kind: string
    user_id: number | null
    payload: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  /** What a person may in a project; lists as JSON, null: every language, every namespace. */
  membership: {
    user_id: number
    project_id: number
    role: string
    languages: string | null
    namespaces: string | null
    /** Grows with each change: two people who change one membership at once do not overwrite each other. */
    version: number
  }
  /** What people say about a key; see areas/comments.ts. */
  comment: {
    id: number
    project_id: number
    key_id: number
    /** Null: for all languages. */
    language: string | null
    /** The first comment of the thread; its own number where it is the first. */
    thread_id: number
    actor_id: string | null
    actor_label: string
    text: string
    kind: string
    /** `MentionRef`s of those who could see the project when it was written, as JSON. */
    mentions: string
    version: number
    created_at: string
    edited_at: string | null
    removed_at: string | null
    /** Of the first of a thread: answers that were not removed. */
    answers: number
    /** Of the first of a thread: 0 or 1; null for an answer. */
    is_resolved: number | null
    resolved_at: string | null
    resolved_by_id: string | null
    resolved_by_label: string | null
  }
  /** People who carry roles together. */
  person_group: { id: number; name: string; created_at: string }
  /** `source`: `hand`, or `oidc` where the identity provider says who is in the group. */
  group_member: { group_id: number; user_id: number; source: string }
  group_membership: {
    group_id: number
    project_id: number
    role: string
    languages: string | null
    namespaces: string | null
    version: number
  }
  /** See areas/invitations.ts. */
  invitation: {
    id: number
    /** Null: to the instance. */
    project_id: number | null
    role: string
    languages: string | null
    namespaces: string | null
    /** The group that people join with it. */
    group_id: number | null
    /** Null: a link for whoever has it. */
    address: string | null
    /** How many people may accept it, and how many have. */
    number: number
    used: number
    /** Grows when it is sent again: the code before is then of no use. */
    generation: number
    code_hash: string
    expires_at: string
    created_at: string
    created_by: number | null
    created_by_label: string
    withdrawn_at: string | null
    version: number
  }
  /** People whom a manager may bring back. */
  removed_membership: { project_id: number; user_id: number; removed_at: string }
  /** Secrets that programs call with, by their hash; `hint` is what of the secret is shown. */
  api_token: {
    id: number
    user_id: number
    /** Null: every project of the person. */
    project_id: number | null
    name: string
    secret_hash: string
    hint: string
    scopes: string
    languages: string | null
    created_at: string
    expires_at: string | null
    last_used_at: string | null
  }
  /** What was done with rights; see areas/audit.ts. */
  audit_entry: {
    id: number
    at: string
    kind: string
    project_id: number | null
    actor_id: string | null
    actor_label: string
    address: string | null
    token_id: number | null
    target: string
    details: string
  }
  /** Settings of the instance, as JSON. */
  setting: { name: string; value: string }
  /** A text somebody proposes; see areas/suggestions.ts. */
  suggestion: {
    /** From the counter of operations, so that suggestions and texts stand in one order. */
    id: number
    project_id: number
    language_id: number
    key_id: number
    forms: string
    /** Place in SUGGESTION_STATES. */
    state: number
    /** `ActorId`; null: somebody without an account. */
    author_id: string | null
    author_label: string
    /** How to reach somebody without an account; never shown. */
    author_address: string | null
    note: string
    /** Version of the text that stood there when it was proposed. */
    text_version: number
    /** Grows with every edit of the suggestion. */
    version: number
    votes: number
    created_at: string
    decided_at: string | null
    decided_by_id: string | null
    decided_by_label: string | null
    reason_kind: string | null
    reason: string
    /** The operation that decided, which can be undone. */
    operation_id: number | null
  }
  suggestion_vote: { suggestion_id: number; voter_id: string; voter_label: string; at: string }
  /** A text that a reviewer sent back. */
  rejection: {
    id: number
    project_id: number
    language_id: number
    key_id: number
    /** The text as it was. */
    text_version: number
    forms: string
    author_id: string | null
    author_label: string | null
    by_id: string
    by_label: string
    at: string
    reason_kind: string
    reason: string
    /** What the reviewer would write, as forms; null: nothing. */
    proposed: string | null
    operation_id: number
    /** 1: the operation was undone. */
    taken_back: number
  }
  /** Accounts at an identity provider. */
  identity: { issuer: string; subject: string; user_id: number; created_at: string }
  /** Sign-ins on their way to a provider, by the hash of a cookie. `user_id`: who links an account. */
  sign_in_state: {
    id_hash: string
    issuer: string
    state: string
    nonce: string
    verifier: string
    redirect_uri: string
    user_id: number | null
    expires_at: string
  }
  /** `provider_session`: its session there (`sid`); null where the provider has not told. */
  session_identity: {
    session_hash: string
    issuer: string
    id_token: string
    subject: string | null
    provider_session: string | null
  }
  session: {
    id_hash: string
    user_id: number
    created_at: string
    seen_at: string
    expires_at: string
    /** Browser and system, in words. */
    device: string | null
    /** Network address of the last use that was written down. */
    address: string | null
    /** When its person last proved who they are, with a password or a passkey. */
    proved_at: string | null
  }
}

const SPAN = 2 ** 32

/** Id of the translation of a key in a language; language 0 stands for the key's name in the search index. */
export function translationId(languageId: number, keyId: number): number {
  return languageId * SPAN + keyId
}

/** `translationId` in SQL: of a column or number of each. */
export function translationIdSql(
  languageId: Expression<unknown>,
  keyId: Expression<unknown>,
): RawBuilder<number> {
  return sql`${languageId} * ${sql.lit(SPAN)} + ${keyId}`
}

export function keyIdOf(translationId: number): number {
  return translationId % SPAN
}

/** First id of a language and first id past it. */
export function idRange(languageId: number): readonly [number, number] {
  return [languageId * SPAN, (languageId + 1) * SPAN]
}

/** Distance between neighbouring positions of fresh keys: room for insertions. */
export const POSITION_STEP = 1024

/** First position of a namespace and first past it. */
export function positionRange(namespacePosition: number): readonly [number, number] {
  return [namespacePosition * SPAN, (namespacePosition + 1) * SPAN]
}
