import type { InstanceRole } from '@dragoman/core'

/** Rows of people as the rest of the program sees them. */

export type UserRow = {
  readonly id: number
  readonly name: string
  readonly role: InstanceRole
  readonly passwordHash: string | null
  readonly createdAt: string
}
export type SessionRow = {
  readonly userId: number
  readonly createdAt: string
  readonly seenAt: string
  readonly expiresAt: string
}
