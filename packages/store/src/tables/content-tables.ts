/**
 * Projects and their content: languages, namespaces, keys, translations, and the operations that wrote them.
 */
export type ContentTables = {
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
    /** The last write that had no operation of its own. See `projectRevision`. */
    revision: number
    /** `members`, `signed-in` or `everyone`. */
    shared_with: string
    /** Role of the people that the project is shared with: `reader` or `suggester`. */
    shared_role: string
    /** The project that this one is a translation branch of; null: it has no parent. */
    parent_id: number | null
  }
  /** Additional data of a project that is a translation branch (`BranchRow`). */
  project_branch: {
    project_id: number
    /** The source of the parent, whose repository it is a branch of. */
    source_id: number
    branch: string
    /** The merge base, which the branch is compared with. */
    merge_base: string | null
    /** The newest commit that was read with changes of the branch, and what it was compared with. */
    changes_base: string | null
    changes_tip: string | null
    /** `open` or `closed`. */
    state: string
    opened_by: string
    /** `ActorId`; null if an earlier program version stored only the name. */
    opened_by_id: string | null
    opened_at: string
    ended_at: string | null
    /** Null: it is open. */
    closed_because: string | null
    /** The newest pull request that was seen open. */
    pull_request: number | null
  }
  /**
   * Branches that do not reopen automatically for the same pull request: a person has closed them, or they were merged
   * with the commit `tip`.
   */
  dismissed_branch: { source_id: number; branch: string; pull_request: number | null; tip: string | null }
  /** Removed projects whose content is still to be removed; see areas/removed-content.ts. */
  removed_project: {
    id: number
    /** Ids as JSON. */
    languages: string
    /** Rows of its history have ids from here to `last_change`; null: it has none. */
    next_change: number | null
    last_change: number | null
  }
  language: { id: number; project_id: number; tag: string; fallback: string | null; position: number }
  namespace: { id: number; project_id: number; name: string; position: number }
  key: {
    id: number
    project_id: number
    namespace_id: number
    /** See `storedName`: texts that a database cannot store as they are are wrapped. */
    name: string
    /**
     * Hash of plural kind and name, for finding a key by its identity: names can be too long for an index.
     */
    lookup: number
    plural: string
    path: string
    description: string
    tags: string
    /** `KeyAlias`es as JSON, oldest first. */
    aliases: string
    max_length: number | null
    /** The message syntax that its file names for it; null: that of the project or namespace. */
    syntax: string | null
    position: number
    version: number
    /** Operation that added the key. */
    operation_id: number
    /** Operation that wrote the current fields. */
    fields_operation_id: number
  }
  translation: {
    /** language_id · 2³² + key_id: the rows of one language are adjacent. */
    id: number
    language_id: number
    key_id: number
    /** Copy of the key's position, so that an index can contain a language's rows of one state in order. */
    position: number
    forms: string
    /** Index in TRANSLATION_STATES. */
    state: number
    /** Number of the write that last changed the row; see `OperationTally.version`. 0: never written. */
    version: number
    source_version: number
    outdated: number
    failing: number
    /** 1: the text is empty, and so is the source text of its key. Always 0 in the source language. */
    sourceless: number
    /**
     * Written by the operation that added the key: undoing it removes the key, so no index needs this row.
     */
    with_key: number
    /**
     * Operation that the text belongs to, also after an undo restored it; null for a text that was never
     * written.
     */
    operation_id: number | null
    /**
     * Who wrote the words, if not the actor of the operation: for an accepted suggestion, or an approved
     * text. Null: the actor of the operation did. The id can be null even if there is a name.
     */
    author_id: string | null
    author_label: string | null
  }
  /** Folded texts for search: id of the translation, or the key's id alone (language 0) for its name. */
  search_text: { id: number; folded: string }
  /** Ranges of search texts of a large operation that are still to be indexed. */
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
    sourceless: number
  }
  operation: {
    id: number
    project_id: number
    kind: string
    /** `ActorId`; null if an earlier program version knew only the name. */
    actor_id: string | null
    /** The actor's name at that time. */
    actor_label: string
    at: string
    summary: string
    undoes: number | null
    undone_by: number | null
    /** Ids of its rows of the history are in this range; null: it has none. */
    first_change: number | null
    last_change: number | null
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
    /** Operation that had written the replaced state. */
    before_operation_id: number | null
    /**
     * Operation that the new state belongs to: null for the operation itself; for an undo the one whose state
     * it restored, 0 if there is none. The change is in place exactly as long as the current state belongs to
     * it.
     */
    after_operation_id: number | null
    /** 1: the change replaced a text by another one; 0: there was none, or only its state changed. */
    replaced_text: number
  }
}
