/** Origins and targets of texts: folders, repositories, their files, uploads, and the code that uses keys. */
export type SourceTables = {
  source: {
    id: number
    project_id: number
    kind: string
    /** Settings specific to the kind, as JSON. */
    settings: string
    pattern: string
    format: string
    writable: number
    created_at: string
    /** Number of the event up to which saves have been written to the files. */
    written_to: number
    /** Files that are not read, as JSON. */
    left_out: string
  }
  /** A key pair for repositories accessed by SSH; the private half is encrypted. */
  git_key: { id: number; project_id: number; public_key: string; sealed: string; created_at: string }
  /** What a source of kind `git` has in addition to its place (`GitSourceRow`). */
  git_source: {
    source_id: number
    project_id: number
    mode: string
    /** `GitSettings`, as JSON. */
    settings: string
    paused: number
    /** Encrypted. */
    sign_in: string
    key_id: number | null
    /** In the format of SSH's `known_hosts`; empty if the repository is not accessed by SSH. */
    known_hosts: string
    /** `GitForge`, as JSON, its token encrypted. */
    forge: string
    /** Encrypted. */
    webhook_secret: string | null
    /** The commit that the files were read from; null: none was read yet. */
    commit_id: string | null
    looked_at: string | null
    /** `GitProblem`, as JSON. */
    problem: string | null
    /** `GitPullRequest`, as JSON. */
    pull_request: string | null
    /** The commit that the branch of the pull request was pushed as. */
    pushed_head: string | null
    /** `GitPush[]`, as JSON. */
    pushing: string
    /** For a branch with commits of others: the commit of the target that it was last updated to. */
    kept_base: string | null
    /** Changes made before this time have been sent. */
    sent_at: string | null
    /** Time of the newest change that was deleted from `git_change`. */
    dropped_at: string | null
    failed_sends: number
  }
  /** A file whose text here is not in its branch yet. */
  git_change: {
    source_id: number
    path: string
    /** The file in the branch; both null: it has no such file. */
    deflated: number | null
    bytes: Uint8Array | null
    /** Of the contents; null: no such file, or an earlier program wrote the row. */
    hash: string | null
    /** When it started to differ, and when it was last changed. */
    first_at: string
    last_at: string
  }
  /**
   * Pushed versions of a file, the newest with the highest number, and which texts in them are ours
   * (`SentTexts`).
   */
  git_sent: {
    source_id: number
    path: string
    number: number
    deflated: number
    bytes: Uint8Array
    texts: string | null
  }
  /** History of pulls and pushes for users (`GitSyncRow`). */
  git_sync: {
    id: number
    source_id: number
    at: string
    kind: string
    commit_id: string | null
    texts: number
    files: number
    people: string
    note: string
    problem: string | null
    attempts: number
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
    /** Texts that the file cannot store, as JSON. */
    held: string
    entries: number
    synced_at: string | null
    /** Limits on its texts, as JSON (`TextLimits`); null: none, or not known yet. */
    limits: string | null
    /** 1: keys with control characters were read too. */
    any_keys: number
  }
  /** Bytes of the last sync, once for all languages of a file. */
  file_base: {
    source_id: number
    path: string
    deflated: number
    bytes: Uint8Array
    /** The source whose bytes at the same path these are a patch of; null: they are complete. */
    of_source_id: number | null
    /** Of the complete contents; null: an earlier program wrote the row. */
    hash: string | null
    /**
     * When this program wrote these bytes, in milliseconds since 1970, and what they replaced; null: another
     * program wrote the file.
     */
    replaced_ms: number | null
    replaced_deflated: number | null
    replaced_bytes: Uint8Array | null
  }
  /** A file that is about to be replaced, with its new bytes. */
  file_write: {
    source_id: number
    path: string
    temporary: string
    parts: string
    deflated: number
    bytes: Uint8Array
    /** As in `file_base`. */
    hash: string | null
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
    /**
     * The closed translation branch whose text is in conflict. Null: a conflict between a file and the
     * catalog.
     */
    branch: string | null
  }
  /** Imported files, which are the templates for exports of the same format. */
  uploaded_file: {
    id: number
    project_id: number
    path: string
    format: string
    pieces: number
    /** The operation that imported it. Null: nothing in the catalog changed, or it was imported before migration 0097. */
    operation_id: number | null
    /** By language of the project, what the file calls it, as JSON; null: the same. */
    language_names: string | null
  }
  uploaded_piece: { file_id: number; place: number; bytes: Uint8Array }
  /** One language of an imported file; see areas/uploaded-files.ts for which one of several is used. */
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
  /** What a program found in the code of an app; see areas/code-uses.ts. */
  code_scan: {
    project_id: number
    revision: string
    permalink: string | null
    settings: string
    files: number
    at: string
    by_id: string | null
    by_label: string
  }
  /** A use of a key in the code. */
  code_use: {
    project_id: number
    /** From 0, in the order of the scan. */
    place: number
    /** `lookupOf` of the key, since its text can be too long for an index. */
    lookup: number
    /** 0: a key, 1: a prefix of keys. */
    kind: number
    key: string
    /** List as JSON; null: any. */
    namespaces: string | null
    has_context: number
    /** 1: the project did not have the key when the code was scanned. */
    is_missing: number
    path: string
    line: number
    col: number
  }
  /** Keys that the last scan of the code found no use of. */
  unused_key: { key_id: number; project_id: number }
}
