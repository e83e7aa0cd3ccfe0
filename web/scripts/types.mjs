// Writes src/lib/net/api.ts: the server's JSON as TypeScript types, from its own description (web/openapi.json).
// `node scripts/types.mjs` writes it; `node scripts/types.mjs --check` only checks that it is up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here('../src/lib/net/api.ts');

const name = (ref) => ref.split('/').pop();

/** An OpenAPI schema as a TypeScript type. */
function type(schema) {
  if (schema === true || schema === undefined) return 'unknown';
  if (schema.$ref) return name(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf || schema.anyOf)
    return (schema.oneOf ?? schema.anyOf).map((one) => `(${type(one)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => `(${type(one)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(type).join(', ')}]`
        : `(${type(schema.items)})[]`;
    default:
      return object(schema);
  }
}

function object({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const optional = required.includes(field) ? '' : '?';
    return `${comment(schema)}${JSON.stringify(field)}${optional}: ${type(schema)};`;
  });
  if (typeof additionalProperties === 'object') {
    fields.push(`[key: string]: ${type(additionalProperties)};`);
  }
  return fields.length ? `{ ${fields.join('\n')} }` : 'Record<string, never>';
}

const comment = ({ description }) => (description ? `/** ${description.replaceAll('*/', '* /')} */\n` : '');

const { components } = JSON.parse(readFileSync(here('../openapi.json'), 'utf8'));
const types = Object.entries(components.schemas)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([title, schema]) => `${comment(schema)}export type ${title} = ${type(schema)};`);
const head = '// Made from the server’s description by scripts/types.mjs. Do not edit.\n\n';
const options = { ...(await resolveConfig(target)), filepath: target };
const text = await format(head + types.join('\n\n') + '\n', options);

if (process.argv.includes('--check')) {
  const found = readFileSync(target, 'utf8');
  if (found !== text) {
    console.error('src/lib/net/api.ts is not what openapi.json says: run `npm run types`');
    process.exit(1);
  }
} else {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
