import type { InstanceRole } from '@dragoman/core'

/** Rows of people as the rest of the program sees them. */

export type UserRow = {
  readonly id: number
  readonly name: string
  readonly role: InstanceRole
  readonly passwordHash: string | null
  readonly createdAt: string
  /** As typed; it is used only once it is confirmed. */
  readonly address: string | null
  readonly addressConfirmedAt: string | null
  readonly seenAt: string | null
  /** When the person was suspended; they cannot sign in since then. */
  readonly suspendedAt: string | null
  readonly settings: UserSettings
  /** Changes with the picture; null: none. */
  readonly picture: string | null
  /** Whether a code is required after the password. */
  readonly hasSecondFactor: boolean
}

export type UserSettings = {
  /** Language of the interface and of emails. */
  readonly language?: string
  /** When the person agreed that commits with their texts are signed off in their name; absent: they did not. */
  readonly signsOffSince?: string
}

export type SessionRow = {
  readonly userId: number
  readonly createdAt: string
  readonly seenAt: string
  readonly expiresAt: string
  readonly device: string | null
  readonly address: string | null
  /** When the person last proved who they are. */
  readonly provedAt: string | null
}

export type PasskeyRow = {
  /** Credential id, base64url. */
  readonly id: string
  readonly userId: number
  readonly name: string
  /** Base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
}
