import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { newPasskeySchema, passkeyAnswerSchema, passkeyOptionsSchema } from '../passkeys.ts'
import { fileAnswerSchema, NAMES_BODY_BYTES, PROOF_LIMITS, route } from '../route.ts'
import { idSchema, languageSchema, linkCodeSchema, nameSchema, timeSchema } from '../schemas.ts'
import { passwordSchema, sessionSchema } from './session.ts'

const passkeyParams = z.object({ passkey: z.string().max(2000) })

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
})

const accountSchema = z.object({
  name: z.string(),
  /** As typed; it is used only if `isConfirmed`. */
  address: z.object({ address: z.string(), isConfirmed: z.boolean() }).nullable(),
  /** A new address that is not confirmed yet. */
  waitingAddress: z.string().nullable(),
  picture: z.string().nullable(),
  language: z.string().nullable(),
  /** When the person agreed that commits with their texts are signed off in their name; null: they did not. */
  signsOffSince: timeSchema.nullable(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(passkeySchema),
  /** The only owner cannot be removed. */
  isLastOwner: z.boolean(),
})
export type AccountReply = z.output<typeof accountSchema>

const ownSessionSchema = z.object({
  id: z.string(),
  /** Names of browser and system; null: not known. */
  device: z.string().nullable(),
  /** Network address. */
  address: z.string().nullable(),
  createdAt: timeSchema,
  seenAt: timeSchema,
  isCurrent: z.boolean(),
})

const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
const nothingSchema = z.object({})

export const account = {
  get: route({
    method: 'GET',
    path: '/account',
    action: 'profile.edit',
    summary: 'Get your own account',
    reply: accountSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/account',
    action: 'profile.edit',
    summary: 'Change your name, the language of the interface, or whether your texts are signed off',
    body: z.object({
      name: nameSchema.optional(),
      language: languageSchema.nullable().optional(),
      /** Whether commits with the person's texts are signed off in their name, where a repository requires it. */
      signsOff: z.boolean().optional(),
    }),
    reply: accountSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/account',
    action: 'profile.edit',
    summary: 'Delete your account: the work stays, without the name',
    reply: sessionSchema,
  }),
  setAddress: route({
    method: 'PUT',
    path: '/account/address',
    action: 'profile.edit',
    summary: 'Change the email address; it is used once confirmed by the link that is sent to it',
    body: z.object({ address: z.string().min(3).max(LIMITS.addressMax).nullable() }),
    reply: accountSchema,
  }),
  confirmAddress: route({
    method: 'POST',
    path: '/account/address/confirm',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Confirm an email address with the code that was sent to it',
    body: z.object({ code: linkCodeSchema }),
    reply: z.object({ address: z.string() }),
  }),
  picture: route({
    method: 'GET',
    path: '/people/:person/picture',
    action: 'projects.list',
    summary: 'Get the picture of a person',
    params: z.object({ person: idSchema }),
    query: z.object({ v: z.string().max(100).optional() }),
    reply: fileAnswerSchema,
    file: 'image/*',
  }),
  setPicture: route({
    method: 'PUT',
    path: '/account/picture',
    action: 'profile.edit',
    summary: 'Change your picture: PNG, JPEG or WebP, 1 MB at most',
    raw: true,
    bodyLimit: LIMITS.pictureBytesMax,
    reply: accountSchema,
  }),
  removePicture: route({
    method: 'DELETE',
    path: '/account/picture',
    action: 'profile.edit',
    summary: 'Remove your picture',
    reply: accountSchema,
  }),
  setPassword: route({
    method: 'PUT',
    path: '/account/password',
    action: 'profile.edit',
    summary: 'Change the password; all other sessions end',
    body: z.object({
      /** Null: there is no password yet, and the caller has entered a proof instead. */
      current: z.string().max(LIMITS.passwordMax).nullable(),
      password: passwordSchema,
    }),
    reply: accountSchema,
  }),
  checkPassword: route({
    method: 'POST',
    path: '/account/password/check',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary:
      'Check whether a password is among the most common; for people who are signed in or have a link to set one',
    body: z.object({ password: passwordSchema, code: linkCodeSchema.optional() }),
    reply: z.object({ problem: z.literal('password-too-common').nullable() }),
  }),
  requestReset: route({
    method: 'POST',
    path: '/account/reset',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Request a link to a new password by email; the response is the same for every name',
    body: z.object({ name: z.string().min(1).max(LIMITS.addressMax) }),
    reply: nothingSchema,
  }),
  readResetLink: route({
    method: 'POST',
    path: '/account/reset/read',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Get the person whose password a link sets',
    body: z.object({ code: linkCodeSchema }),
    reply: z.object({ name: z.string() }),
  }),
  reset: route({
    method: 'PUT',
    path: '/account/reset',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Set a new password with the code of a link; all sessions end',
    body: z.object({ code: linkCodeSchema, password: passwordSchema }),
    reply: nothingSchema,
  }),
  makeResetLink: route({
    method: 'POST',
    path: '/people/:person/reset-link',
    action: 'instance.manage',
    summary: 'Create a link with which a person sets a new password, to pass on if no email is sent',
    by: 'person',
    needsProof: true,
    params: z.object({ person: idSchema }),
    reply: z.object({ link: z.string(), expiresAt: timeSchema }),
  }),
  sessions: route({
    method: 'GET',
    path: '/account/sessions',
    action: 'profile.edit',
    summary: 'List your sessions',
    reply: z.object({ sessions: z.array(ownSessionSchema) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/account/sessions/:session',
    action: 'profile.edit',
    summary: 'End one of your own sessions',
    params: z.object({ session: z.string().max(100) }),
    reply: nothingSchema,
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/account/sessions',
    action: 'profile.edit',
    summary: 'Sign out everywhere, including here',
    reply: sessionSchema,
  }),
  prove: route({
    method: 'POST',
    path: '/account/proof',
    action: 'profile.edit',
    summary: 'Confirm your identity with the password, for ten minutes',
    body: z.object({ password: z.string().max(LIMITS.passwordMax) }),
    reply: nothingSchema,
  }),
  proofOptions: route({
    method: 'POST',
    path: '/account/proof/passkey/options',
    action: 'profile.edit',
    summary: 'Get the passkey options for confirming your identity',
    reply: passkeyOptionsSchema,
  }),
  provePasskey: route({
    method: 'POST',
    path: '/account/proof/passkey',
    action: 'profile.edit',
    summary: 'Confirm your identity with a passkey, for ten minutes',
    body: z.object({ answer: passkeyAnswerSchema }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: nothingSchema,
  }),
  startTotp: route({
    method: 'POST',
    path: '/account/totp',
    action: 'profile.edit',
    summary: 'Create a secret for an authenticator app; it takes effect once its first code was correct',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: route({
    method: 'POST',
    path: '/account/totp/confirm',
    action: 'profile.edit',
    summary:
      'Turn on two-factor sign-in with the first code of the authenticator app; returns recovery codes, only once',
    body: z.object({ code: z.string().min(1).max(100) }),
    reply: recoveryCodesSchema,
  }),
  removeTotp: route({
    method: 'DELETE',
    path: '/account/totp',
    action: 'profile.edit',
    summary: 'Turn off two-factor sign-in',
    reply: accountSchema,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/account/recovery-codes',
    action: 'profile.edit',
    summary: 'Replace the recovery codes; the new ones are returned only once',
    reply: recoveryCodesSchema,
  }),
  passkeyOptions: route({
    method: 'POST',
    path: '/account/passkeys/options',
    action: 'profile.edit',
    summary: 'Get the options for creating a passkey',
    reply: passkeyOptionsSchema,
  }),
  addPasskey: route({
    method: 'POST',
    path: '/account/passkeys',
    action: 'profile.edit',
    summary: 'Save a new passkey',
    body: z.object({ name: nameSchema, answer: newPasskeySchema }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: accountSchema,
  }),
  renamePasskey: route({
    method: 'PATCH',
    path: '/account/passkeys/:passkey',
    action: 'profile.edit',
    summary: 'Rename a passkey',
    params: passkeyParams,
    body: z.object({ name: nameSchema }),
    reply: accountSchema,
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/account/passkeys/:passkey',
    action: 'profile.edit',
    summary: 'Remove a passkey',
    params: passkeyParams,
    reply: accountSchema,
  }),
}
