/** How people work together: notifications, tasks, comments, suggestions. */
export type TeamworkTables = {
  notification: {
    id: number
    user_id: number
    project_id: number
    kind: string
    /** What it is about, unique for each person: `comment:12`. */
    subject: string
    key_id: number | null
    language: string | null
    /** Id of the comment, suggestion, rejection, task or batch of strings. */
    subject_id: number | null
    payload: string
    actor_id: string | null
    created_at: string
    done_at: string | null
    /** `self`, or `work`: the work itself was done. */
    done_by: string | null
    later_until: string | null
    mailed_at: string | null
  }
  /** Project 0: for projects without settings of their own. */
  notification_setting: { user_id: number; project_id: number; mail: string | null; muted: string }
  notification_person: {
    user_id: number
    time_zone: string
    language: string | null
    /** When to check next whether an email is due; null: no check is scheduled. */
    look_at: string | null
  }
  /** New strings, or changed source texts, of one or a few operations in one language. */
  string_batch: {
    id: number
    project_id: number
    kind: string
    language: string
    actor_id: string | null
    /** How many are left, by namespace, as JSON. */
    namespaces: string
    total: number
    open: number
    created_at: string
    touched_at: string
    /** How many keys it has at most, by id of the namespace, as JSON; null: few, which are counted one by one. */
    many_keys: string | null
    /** 1: to be counted again; 2: with its keys, because some were removed; 0: counted. */
    to_count: number
  }
  /** The operations that wrote the strings of a batch. */
  string_batch_operation: { operation_id: number; batch_id: number }
  /** Languages in which a person has saved texts, and when they last did. */
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
  /** Comments on keys; see areas/comments.ts. */
  comment: {
    id: number
    project_id: number
    key_id: number
    /** Null: for all languages. */
    language: string | null
    /** The first comment of the thread; its own id if it is the first. */
    thread_id: number
    actor_id: string | null
    actor_label: string
    text: string
    kind: string
    /** `MentionRef`s, only of people who could see the project when it was written, as JSON. */
    mentions: string
    version: number
    created_at: string
    edited_at: string | null
    removed_at: string | null
    /** Of the first comment of a thread: answers that were not removed. */
    answers: number
    /** Of the first comment of a thread: 0 or 1; null for an answer. */
    is_resolved: number | null
    resolved_at: string | null
    resolved_by_id: string | null
    resolved_by_label: string | null
  }
  /** A suggested text; see areas/suggestions.ts. */
  suggestion: {
    /** From the counter of operations, so that suggestions and texts have a common order. */
    id: number
    project_id: number
    language_id: number
    key_id: number
    forms: string
    /** Its search text; see search/search-text.ts. */
    folded: string
    /** Index in SUGGESTION_STATES. */
    state: number
    /** `ActorId`; `visitor:0` for all visitors without an account. */
    author_id: string | null
    author_label: string
    /** Email address of a visitor without an account; never shown. */
    author_address: string | null
    note: string
    /** Version of the text when it was suggested. */
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
  /** A text that a reviewer sent back as a draft. */
  rejection: {
    id: number
    project_id: number
    language_id: number
    key_id: number
    /** The rejected text. */
    text_version: number
    forms: string
    author_id: string | null
    author_label: string | null
    by_id: string
    by_label: string
    at: string
    reason_kind: string
    reason: string
    /** The text that the reviewer suggests, as forms; null: none. */
    proposed: string | null
    operation_id: number
    /** 1: the operation was undone. */
    taken_back: number
  }
}
