import { isInScope, TOKEN_SCOPES } from '@dragoman/core'
import { z } from 'zod'
import { api } from './api.ts'
import { problemSchema } from './failures.ts'
import type { Route } from './route.ts'
import { webhookMessages } from './webhook-messages.ts'

type AnyRoute = Route<unknown, unknown, unknown, unknown>

/** Returns the OpenAPI 3.1 document of all routes, generated from the contract itself. */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [area, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries(routes as Record<string, AnyRoute>)) {
      // An area is a record of routes of different types.
      const path = `/api${route.path.replace(/:([a-zA-Z]+)/g, '{$1}')}`
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = describeRoute(area, name, route)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dragoman',
      version,
      description: 'Localization workbench: strings, languages, and getting the one to the other.',
    },
    paths,
    webhooks: Object.fromEntries(
      webhookMessages.map(([type, schema]) => [type, describeMessage(type, schema)]),
    ),
    components: {
      schemas: { Problem: schemaOf(problemSchema) },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token from the profile of a person or from the tokens of a project. The session of someone who is signed in allows the same calls, and those without a token.',
        },
      },
    },
  }
}

/** Whether tokens can call a route; all of them allow no action of a person's own account. */
function isForTokens({ action, by }: AnyRoute): boolean {
  return action !== 'public' && by !== 'person' && isInScope(new Set(TOKEN_SCOPES), action)
}

function describeAccess(route: AnyRoute): string {
  const { action, publicLimits } = route
  if (publicLimits === null)
    return `Needs \`${action}\`.${isForTokens(route) ? '' : ' By a signed-in person only, not with a token.'}`
  const { callsPerMinute, callsAtOnce } = publicLimits
  return `Public. At most ${callsPerMinute} calls per minute and ${callsAtOnce} at once from one account, token or address.`
}

function describeRoute(area: string, name: string, route: AnyRoute): Record<string, unknown> {
  const body = schemaOf(route.body)
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: route.summary,
    description: describeAccess(route),
    ...(isForTokens(route) ? { security: [{ token: [] }] } : {}),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.raw
      ? {
          requestBody: {
            required: true,
            description: `At most ${route.bodyLimit} bytes.`,
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : isEmpty(body)
        ? {}
        : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'Done',
        content:
          route.file === undefined
            ? { 'application/json': { schema: schemaOf(route.reply) } }
            : { [route.file]: { schema: { type: 'string', format: 'binary' } } },
      },
      default: {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** Describes a webhook message as an operation that the receiver implements. */
function describeMessage(type: string, schema: z.ZodType): Record<string, unknown> {
  return {
    post: {
      operationId: `webhook.${type}`,
      tags: ['webhooks'],
      summary: `Sent to webhooks: ${type}`,
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema) } } },
      responses: {
        '2XX': { description: 'It has arrived.' },
        410: { description: 'The address is gone: the webhook is turned off.' },
        default: { description: 'It is sent again later.' },
      },
    },
  }
}

type JsonSchema = {
  readonly properties?: Record<string, unknown>
  readonly required?: readonly string[]
  readonly not?: unknown
}

function parametersOf(parser: unknown, place: 'path' | 'query'): unknown[] {
  const schema = schemaOf(parser) as JsonSchema // z.toJSONSchema of an object has these members.
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }))
}

function schemaOf(parser: unknown): Record<string, unknown> {
  if (!(parser instanceof z.ZodType)) return {}
  if (parser instanceof z.ZodUndefined) return {}
  const { $schema: _, ...schema } = z.toJSONSchema(parser, { io: 'input', unrepresentable: 'any' })
  return schema
}

function isEmpty(schema: Record<string, unknown>): boolean {
  return Object.keys(schema).length === 0
}
