import {
  FORM_NAMES,
  GRANT_ROLES,
  isKeyName,
  isKeyTag,
  isName,
  LIMITS,
  type MemberRef,
  type MemberRefKind,
  memberRefPattern,
  NAMESPACE_PATTERN,
  namespaceProblem,
  OPERATION_KINDS,
  PLURAL_KINDS,
  PROJECT_ROLES,
  REJECTION_REASONS,
  SLUG_PATTERN,
  TRANSLATION_STATES,
} from '@dragoman/core'
import { z } from 'zod'
import { fieldRule } from './field-codes.ts'

/** Schemas that several areas share. */

export const slugSchema = z.string().regex(SLUG_PATTERN).min(LIMITS.slugMin).max(LIMITS.slugMax)
/** The name of a person, project, group, token or task, as it is stored; see `isName`. */
export const nameSchema = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1, { abort: true })
  .max(LIMITS.nameMax, { abort: true })
  .refine(isName, fieldRule('unusable-name'))
export const languageSchema = z.string().min(2).max(LIMITS.languageTagMax)
export const namespaceSchema = z.string().regex(NAMESPACE_PATTERN).min(1).max(LIMITS.namespaceMax)
/** A namespace that a call puts keys into; see `namespaceProblem`. */
export const newNamespaceSchema = z
  .string()
  .regex(NAMESPACE_PATTERN, { abort: true })
  .min(1, { abort: true })
  .max(LIMITS.namespaceMax, { abort: true })
  .superRefine((text, context) => {
    const code = namespaceProblem(text)
    if (code !== null) context.addIssue({ code: 'custom', ...fieldRule(code) })
  })
/** The name of a key; see `isKeyName`. */
export const keyNameSchema = z
  .string()
  .min(1, { abort: true })
  .max(LIMITS.keyNameMax, { abort: true })
  .refine(isKeyName, fieldRule('unusable'))
export const keyIdSchema = z.coerce.number().int().positive()
export const idSchema = z.coerce.number().int().positive()
export const timeSchema = z.string()
/** The version that the caller has seen. */
export const versionSchema = z.number().int().min(0)
/** The code of a link that was sent to someone. */
export const linkCodeSchema = z.string().min(1).max(200)
/** The values in a sentence about a code. */
export const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

export const stateSchema = z.enum(TRANSLATION_STATES)
export const pluralSchema = z.enum(PLURAL_KINDS)
/** A text as it is stored: those of files can be longer than what a call can save. */
export const formsSchema = z.partialRecord(z.enum(FORM_NAMES), z.string())
/** A text that a call saves. */
export const newFormsSchema = z.partialRecord(z.enum(FORM_NAMES), z.string().max(LIMITS.formMax))
export const pathSchema = z
  .array(z.union([z.string().min(1), z.number().int().min(0)]))
  .min(1)
  .max(LIMITS.nestingMax)
/** A tag of a key; see `isKeyTag`. */
export const tagSchema = z
  .string()
  .min(1, { abort: true })
  .max(LIMITS.tagMax, { abort: true })
  .refine(isKeyTag, { params: { code: 'unusable-name' } })
export const tagsSchema = z.array(tagSchema).max(LIMITS.tagsPerKey)

export const projectParams = z.object({ project: z.string() })
export const pageQuery = {
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageMax).default(LIMITS.pageDefault),
}

export const totalSchema = z.object({ count: z.number(), atLeast: z.boolean() })

export const countsSchema = z.object({
  /** Without `sourceless`. */
  total: z.number(),
  untranslated: z.number(),
  draft: z.number(),
  translated: z.number(),
  reviewed: z.number(),
  outdated: z.number(),
  failing: z.number(),
  /** Strings with neither a source text nor a translation. */
  sourceless: z.number(),
})
export type CountsReply = z.output<typeof countsSchema>

/**
 * What is left in a language for the caller: only in the namespaces in which they translate (or suggest), and review.
 * For people who do neither, all of it.
 */
export const leftSchema = z.object({
  untranslated: z.number(),
  failing: z.number(),
  outdated: z.number(),
  /** Waiting for review: texts, and strings with open suggestions. */
  waiting: z.number(),
  /** Of these, strings with open suggestions. */
  suggestions: z.number(),
})
export type LanguageLeft = z.output<typeof leftSchema>

export const issueSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  params: paramsSchema.optional(),
  line: z.number().optional(),
  column: z.number().optional(),
})

/**
 * Issues that the checks find in a text, errors and warnings, form by form; none if `failing` is false. Their
 * sentences are in `/locales/{en,de,pl,ar}/issues.json`, by `code`; `params` replace `{{…}}`.
 */
export const textIssuesSchema = z.array(issueSchema.extend({ form: z.string() }))

/** Approves a text although a check finds an error in it; without it, the text is refused as `failing-checks`. */
export const approveFailingSchema = z.boolean().optional()

/**
 * Version of the source text that the caller has seen with a translation; without it, the current one. What is for an
 * earlier source text is outdated and not approved (docs/decisions/0189).
 */
export const seenSourceSchema = z.number().int().min(0).optional()

export const keySchema = z.object({
  id: z.number(),
  namespace: z.string(),
  name: z.string(),
  plural: pluralSchema,
  path: z.array(z.union([z.string(), z.number()])),
  description: z.string(),
  tags: z.array(z.string()),
  maxLength: z.number().nullable(),
  /** The placeholder syntax that the key's file names for it; null: that of the project. Only syncs and imports set it. */
  syntax: z.string().nullable(),
  version: z.number(),
})
export type KeyReply = z.output<typeof keySchema>

/**
 * The actor: the id of a person (`user:3`), of the sync of a source (`sync:12`) or another part of the
 * program, and the name at that time. Old records can have only the name.
 */
export const actorSchema = z.object({ id: z.string().nullable(), name: z.string() })
export type ActorReply = z.output<typeof actorSchema>

export const translationSchema = z.object({
  keyId: z.number(),
  language: z.string(),
  forms: formsSchema,
  state: stateSchema,
  version: z.number(),
  /** The version of the source text that it was made for; 0: none. */
  sourceVersion: z.number(),
  outdated: z.boolean(),
  failing: z.boolean(),
  /** The author of the current text; null if unknown. */
  actor: actorSchema.nullable(),
  updatedAt: timeSchema.nullable(),
})
export type TranslationReply = z.output<typeof translationSchema>

/** Why a reviewer rejected something. */
export const reasonSchema = z.object({
  kind: z.enum(REJECTION_REASONS),
  text: z.string().max(LIMITS.reasonMax),
})

export const operationSchema = z.object({
  id: z.number(),
  kind: z.enum(OPERATION_KINDS),
  actor: actorSchema,
  at: timeSchema,
  summary: z.object({
    keysAdded: z.number(),
    keysRemoved: z.number(),
    keysEdited: z.number(),
    translations: z.number(),
    languages: z.array(z.string()),
    key: z.object({ namespace: z.string(), name: z.string() }).optional(),
    /** Number of texts that were approved unchanged, and that a reviewer sent back as drafts. */
    approved: z.number().optional(),
    sentBack: z.number().optional(),
    /** Number of suggestions that were accepted, and rejected. */
    accepted: z.number().optional(),
    rejected: z.number().optional(),
    /** Of the accepted ones, those whose texts someone else still has to review. */
    unreviewed: z.number().optional(),
    /** Why something was rejected. */
    reason: reasonSchema.optional(),
    origin: z.string().optional(),
  }),
  undoes: z.number().nullable(),
  undoneBy: z.number().nullable(),
})
export type OperationReply = z.output<typeof operationSchema>

/** The response of a route that did an operation: includes its id, so that the client can offer *Undo*. */
export const doneSchema = z.object({ operation: operationSchema.nullable() })

/** The response of a route that can be a long job, which everyone who can do the same can cancel. */
export const jobDoneSchema = doneSchema.extend({
  /** True if it was cancelled; the operation has what it had done, and is null if that was undone. */
  cancelled: z.boolean().optional(),
})

export const changePreviewSchema = z.object({
  /** Null for a change of the project's languages. */
  keyId: z.number().nullable(),
  namespace: z.string(),
  name: z.string(),
  language: z.string().nullable(),
  current: formsSchema,
  restored: formsSchema,
  kind: z.enum([
    'translation',
    'key-added',
    'key-removed',
    'key-edited',
    'language-added',
    'language-removed',
  ]),
})
export type ChangePreviewReply = z.output<typeof changePreviewSchema>

/** The effect of an undo, and the texts that have changed again since. */
export const undoPlanSchema = z.object({
  operationId: z.number(),
  /** What is undone if newer changes are kept. */
  changes: z.array(changePreviewSchema),
  total: z.number(),
  /** What has changed again since, and is in no other list. */
  newer: z.array(changePreviewSchema),
  newerTotal: z.number(),
  /** Decisions of reviewers that are undone too, or made again if an undo is undone. */
  decisions: z.number(),
})
export type UndoPlanReply = z.output<typeof undoPlanSchema>

const limitSchema = <T extends z.ZodType>(one: T) => z.array(one).max(LIMITS.limitedToMax).nullable()

const limitsParts = { languages: limitSchema(languageSchema), namespaces: limitSchema(namespaceSchema) }

const grantSchema = z.object({ role: z.enum(GRANT_ROLES), ...limitsParts })
export type GrantReply = z.output<typeof grantSchema>

/** A person's rights in a project; null: every language, every namespace. */
export const rightsSchema = z.object({
  role: z.enum(PROJECT_ROLES),
  ...limitsParts,
  /** Further roles, each with its own languages and namespaces; absent: none. */
  grants: z.array(grantSchema).max(LIMITS.grantsMax).optional(),
})
export type RightsReply = z.output<typeof rightsSchema>
/** One role with its languages and namespaces. */
export const roleLimitsSchema = z.object({ role: z.enum(PROJECT_ROLES), ...limitsParts })

/** A reference to a person, group or invitation, such as `user:3`, of one of these kinds. */
export function memberRefSchema<Kind extends MemberRefKind>(
  ...kinds: readonly Kind[]
): z.ZodType<MemberRef<Kind>, MemberRef<Kind>> {
  const schema: z.ZodType<unknown, unknown> = z.string().regex(memberRefPattern(kinds))
  return schema as z.ZodType<MemberRef<Kind>, MemberRef<Kind>> // the pattern matches the type
}

const memberParts = {
  who: memberRefSchema('user', 'group', 'invitation'),
  /** For an invitation its address, or the note of a link that anyone can use; empty: none. */
  name: z.string(),
  /** Null: an owner of the instance who is not a member. */
  rights: rightsSchema.nullable(),
  /** 0: not a member. */
  version: z.number(),
}

export const memberNowSchema = z.object(memberParts)

/** A row of the list of members. */
export const memberSchema = z.discriminatedUnion('kind', [
  z.object({
    ...memberParts,
    kind: z.literal('person'),
    isOwner: z.boolean(),
    /** The account is suspended: the person cannot sign in. */
    isSuspended: z.boolean(),
    /** To five minutes; null: not since they last signed out. */
    seenAt: timeSchema.nullable(),
    /** Names of groups of the project that the person is in. */
    groups: z.array(z.string()),
  }),
  z.object({ ...memberParts, kind: z.literal('group'), people: z.number() }),
  z.object({
    ...memberParts,
    kind: z.literal('invitation'),
    number: z.number(),
    used: z.number(),
    expiresAt: timeSchema,
    invitedBy: z.string(),
    /** A description of the recipients, in the words of the person who created the link. */
    note: z.string(),
  }),
])
export type MemberReply = z.output<typeof memberSchema>

/** A person or group that a task is assigned to, with the current name. */
const assigneeSchema = z.object({ id: memberRefSchema('user', 'group'), name: z.string() })

export const taskSchema = z.object({
  id: z.number(),
  project: z.object({ slug: z.string(), name: z.string() }),
  title: z.string(),
  note: z.string(),
  goal: z.enum(['translated', 'reviewed']),
  /** Due date: `2026-11-30`. */
  due: z.string().nullable(),
  languages: z.array(z.object({ language: z.string(), done: z.number(), total: z.number() })),
  /** The namespaces of its strings. */
  namespaces: z.array(z.string()),
  assignees: z.array(assigneeSchema),
  createdBy: actorSchema,
  createdAt: timeSchema,
  doneAt: timeSchema.nullable(),
  /** True: it is done because all its strings are. */
  isDoneByWork: z.boolean(),
  version: z.number(),
})
export type TaskReply = z.output<typeof taskSchema>

/**
 * Number of invitations that stopped working, because the people who created them are no longer allowed to
 * invite (docs/decisions/0108).
 */
export const endedInvitations = { endedInvitations: z.number() }
