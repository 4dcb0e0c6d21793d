import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

type Json = Readonly<Record<string, unknown>>

export type Exchange = {
  readonly method: string
  /** The path below the base of the description, without parameters. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}

/** What a forge publishes about its API (Swagger 2 or OpenAPI 3), in a form to check against. */
export type ApiDescription = {
  /** Returns what does not fit, by name; empty if all fits. */
  readonly problemsOf: (exchange: Exchange) => readonly string[]
  /** Returns the smallest valid response, without optional members. */
  readonly leastAnswer: (method: string, template: string, status: number) => unknown
  readonly leastOf: (schema: string) => unknown
  readonly problemsOfValue: (pointer: string, value: unknown) => readonly string[]
}

/** `hasNulls`: the forge sends `null` where its description only has an optional member. */
export function readDescription(
  file: string,
  { base = '', hasNulls = false }: { readonly base?: string; readonly hasNulls?: boolean } = {},
): ApiDescription {
  const document = withNulls(
    JSON.parse(readFileSync(join(import.meta.dirname, 'schemas', file), 'utf8')),
  ) as Json
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, file)
  const validators = new Map<string, ValidateFunction>()
  const templates = Object.keys((document.paths ?? {}) as Json).map((template) => ({
    template,
    pattern: new RegExp(
      `^${template
        .replace(base, '')
        .split(/(\{[^}]+\})/)
        .map((part) => (part === '{ref}' ? '.+' : part.startsWith('{') ? '[^/]+' : escapeRegExp(part)))
        .join('')}$`,
    ),
  }))

  function problemsOfValue(pointer: string, value: unknown): readonly string[] {
    let validate = validators.get(pointer)
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `${file}#${pointer.split('/').map(encodeURIComponent).join('/')}` })
      validators.set(pointer, validate)
    }
    if (validate(hasNulls ? withoutNulls(value) : value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message} ${Object.values(params).join(' ')}`,
    )
  }

  function operationOf(method: string, path: string) {
    for (const { template, pattern } of templates) {
      const operation = at(document, 'paths', template, method.toLowerCase())
      if (pattern.test(path) && operation !== undefined) return { template, operation: operation as Json }
    }
    return null
  }

  /** Returns the parameters of the operation, in either version of the format. */
  function parametersOf(operation: Json): readonly Json[] {
    return ((operation.parameters ?? []) as readonly Json[]).map((one) =>
      typeof one.$ref === 'string' ? (resolve(document, one.$ref) as Json) : one,
    )
  }

  function schemaPointer(method: string, template: string, status: number): string | null {
    const start = `/paths/${escapePointer(template)}/${method.toLowerCase()}/responses`
    const responses = at(document, 'paths', template, method.toLowerCase(), 'responses') as Json
    const given = responses[String(status)] as Json | undefined
    if (given === undefined) return null
    const [pointer, response] =
      typeof given.$ref === 'string'
        ? [given.$ref.slice(1), resolve(document, given.$ref) as Json]
        : [`${start}/${status}`, given]
    if (response.schema !== undefined) return `${pointer}/schema`
    const content = response.content as Json | undefined
    return content?.['application/json'] === undefined ? null : `${pointer}/content/application~1json/schema`
  }

  /** Forges ignore unknown names, so a misspelt one would go unnoticed. */
  function unknownNames(pointer: string, body: unknown): readonly string[] {
    const known = namesOf(document, resolve(document, `#${pointer}`) as Json)
    return Object.keys(body as object)
      .filter((name) => !known.has(name))
      .map((name) => `no member ${name}`)
  }

  return {
    problemsOfValue,
    problemsOf({ method, path, query, body, status, answer }) {
      const found = operationOf(method, path)
      if (found === null) return [`${method} ${path}: no such operation`]
      const { template, operation } = found
      const name = `${method} ${template}`
      const problems: string[] = []
      const parameters = parametersOf(operation)
      const known = new Map(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]))
      for (const [key, value] of query) {
        const parameter = known.get(key)
        if (parameter === undefined) problems.push(`${name}: no parameter ${key}`)
        const schema = (parameter?.schema ?? parameter ?? {}) as Json
        const allowed = schema.enum as readonly unknown[] | undefined
        if (allowed !== undefined && !allowed.includes(value)) problems.push(`${name}: ${key}=${value}`)
        if (schema.type === 'integer' && !/^\d+$/.test(value)) problems.push(`${name}: ${key}=${value}`)
      }
      for (const [key, parameter] of known)
        if (parameter.required === true && !query.has(String(key)))
          problems.push(`${name}: ${key} is missing`)
      const bodyPointer = bodyOf(
        operation,
        parameters,
        `/paths/${escapePointer(template)}/${method.toLowerCase()}`,
      )
      if (bodyPointer !== null && body !== null)
        for (const problem of [...problemsOfValue(bodyPointer, body), ...unknownNames(bodyPointer, body)])
          problems.push(`${name} request: ${problem}`)
      else if (body !== null) problems.push(`${name}: takes no body`)
      const responses = operation.responses as Json
      const pointer = schemaPointer(method, template, status)
      if (responses[String(status)] === undefined)
        problems.push(`${name}: answers ${status}, which it does not have`)
      else if (pointer !== null && status < 300)
        for (const problem of problemsOfValue(pointer, answer))
          problems.push(`${name} answer ${status}: ${problem}`)
      return problems
    },
    leastAnswer(method, template, status) {
      const pointer = schemaPointer(method, template, status)
      return pointer === null ? null : least(document, resolve(document, `#${pointer}`) as Json)
    },
    leastOf: (pointer) => least(document, resolve(document, `#${pointer}`) as Json),
  }
}

function bodyOf(operation: Json, parameters: readonly Json[], start: string): string | null {
  if (at(operation, 'requestBody', 'content', 'application/json') !== undefined)
    return `${start}/requestBody/content/application~1json/schema`
  const ofBody = parameters.findIndex((one) => one.in === 'body')
  return ofBody < 0 ? null : `${start}/parameters/${ofBody}/schema`
}

/** Returns the names of members that a schema or a part of it has. */
function namesOf(document: Json, schema: Json): ReadonlySet<string> {
  if (typeof schema.$ref === 'string') return namesOf(document, resolve(document, schema.$ref) as Json)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (schema[name] ?? []) as readonly Json[])
  return new Set([
    ...Object.keys((schema.properties ?? {}) as Json),
    ...parts.flatMap((part) => [...namesOf(document, part)]),
  ])
}

/** Returns the smallest value that a schema accepts. */
function least(document: Json, schema: Json): unknown {
  if (typeof schema.$ref === 'string') return least(document, resolve(document, schema.$ref) as Json)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  for (const name of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[name])) return least(document, (schema[name] as Json[])[0] ?? {})
  if (Array.isArray(schema.allOf)) {
    const parts = (schema.allOf as Json[]).map((one) => least(document, one))
    return parts.every((one) => typeof one === 'object') ? Object.assign({}, ...parts) : parts[0]
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Json
      const required = (schema.required ?? []) as readonly string[]
      return Object.fromEntries(
        required.map((name) => [name, least(document, (properties[name] ?? {}) as Json)]),
      )
    }
    case 'array':
      return []
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'null':
      return null
    case 'string':
      return leastText(schema.format)
    default:
      return schema.properties === undefined ? {} : least(document, { ...schema, type: 'object' })
  }
}

function leastText(format: unknown): string {
  if (format === 'date-time') return '2026-11-23T07:00:00Z'
  if (format === 'uri') return 'https://forge.example/x'
  return format === 'email' ? 'x@forge.example' : 'x'
}

/** Converts `nullable: true` to JSON Schema. */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls)
  if (typeof node !== 'object' || node === null) return node
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withNulls(value)]),
  )
  return nullable === true
    ? { anyOf: [{ type: 'null' }, rest] }
    : { ...rest, ...(nullable ? { nullable } : {}) }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  )
}

function resolve(document: Json, ref: string): unknown {
  return at(
    document,
    ...ref
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  )
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value)
}

function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
