/** People and their rights: accounts, sessions, memberships, groups, tokens, the audit log. */
export type AccountTables = {
  /** Failed attempts to sign in, by address and by account. */
  attempt: { name: string; count: number; until_ms: number }
  user: {
    id: number
    name: string
    /** What names are compared by; see `likenessOf`. */
    name_folded: string
    name_skeleton: string
    password_hash: string | null
    role: string
    created_at: string
    /** As typed. */
    email: string | null
    /** See `foldAddress`; only for a confirmed address. */
    email_folded: string | null
    email_confirmed_at: string | null
    seen_at: string | null
    /** Since then the person cannot sign in. */
    suspended_at: string | null
    /** `UserSettings` as JSON. */
    settings: string
    /** Hash of the picture's bytes; null: the initials. */
    picture: string | null
    /** Encrypted with the secret of the instance. */
    totp_secret: string | null
    /** The last time step whose code was used: no code is accepted twice. */
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
  /** Secrets that work once, by hash; see areas/short-secrets.ts. */
  short_secret: {
    hash: string
    kind: string
    user_id: number | null
    payload: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  /**
   * A person's rights in a project; lists as JSON, null: every language, every namespace. `grants`: further roles,
   * as a JSON list of role, languages and namespaces.
   */
  membership: {
    user_id: number
    project_id: number
    role: string
    languages: string | null
    namespaces: string | null
    grants: string
    /**
     * Grows with each change, so that two people who change a membership at the same time do not overwrite
     * each other.
     */
    version: number
  }
  /** People who share roles. */
  person_group: { id: number; name: string; created_at: string }
  /** `source`: `hand`, or `oidc` if the identity provider reports the membership. */
  group_member: { group_id: number; user_id: number; source: string }
  group_membership: {
    group_id: number
    project_id: number
    role: string
    languages: string | null
    namespaces: string | null
    grants: string
    version: number
  }
  /** See areas/invitations.ts. */
  invitation: {
    id: number
    /** Null: for the instance. */
    project_id: number | null
    role: string
    languages: string | null
    namespaces: string | null
    grants: string
    /** The person a link is for, as noted by its creator. */
    note: string
    /** The group that people join by accepting. */
    group_id: number | null
    /** Null: a link for anyone who has it. */
    address: string | null
    /** How many people can accept it, and how many have. */
    number: number
    used: number
    /** Grows when it is sent again: the previous code then becomes invalid. */
    generation: number
    code_hash: string
    expires_at: string
    created_at: string
    created_by: number | null
    created_by_label: string
    withdrawn_at: string | null
    version: number
  }
  /** Former members whom a manager can bring back. */
  removed_membership: { project_id: number; user_id: number; removed_at: string }
  /** Secrets of programs, by hash; `hint` is the part of the secret that is shown. */
  api_token: {
    id: number
    user_id: number
    /** Null: all projects of the person. */
    project_id: number | null
    name: string
    secret_hash: string
    hint: string
    scopes: string
    languages: string | null
    /** JSON list of names; null: all. */
    channels: string | null
    /** The only origin whose pages can use it; null: not for pages. */
    origin: string | null
    /** The session that it ends with; null: none. */
    session_hash: string | null
    created_at: string
    expires_at: string | null
    last_used_at: string | null
  }
  /** Changes to access rights; see areas/audit.ts. */
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
    /** Folded; of a folder of the server only its name (see `auditSearchOf`). */
    actor_search: string
    target_search: string
  }
  /** Identities at identity providers. */
  identity: { issuer: string; subject: string; user_id: number; created_at: string }
  /** Sign-ins in progress at a provider, by the hash of a cookie. `user_id`: who is linking an identity. */
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
  /** `provider_session`: the session at the provider (`sid`); null if the provider did not say. */
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
    /** Names of browser and system. */
    device: string | null
    /** Network address of the last recorded use. */
    address: string | null
    /** When the person last entered a proof, password or passkey. */
    proved_at: string | null
  }
}
