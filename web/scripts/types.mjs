// Writes everything that crosses to JavaScript as TypeScript types: what the rules' bindings say (bindings.json) into the
// package's types.ts, and what only the server says (openapi.json) into src/lib/types.ts, which exports both.
// `make types` writes the two descriptions.
// `node scripts/types.mjs` writes, `node scripts/types.mjs --check` only checks that both files are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The names of types that were used. */
const used = new Set();
const use = (title) => {
  used.add(title);
  return title;
};
const name = (ref) => use(ref.split('/').pop());

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

function object({ properties = {}, required = [], additionalProperties, propertyNames, minProperties }) {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const optional = required.includes(field) ? '' : '?';
    return `${comment(schema)}${JSON.stringify(field)}${optional}: ${type(schema)};`;
  });
  if (typeof additionalProperties === 'object') {
    const map = `Record<${key(propertyNames)}, ${type(additionalProperties)}>`;
    // Unless it says that it has them all, a map may lack any of its keys.
    return minProperties === propertyNames?.enum?.length ? map : `Partial<${map}>`;
  }
  return fields.length ? `{ ${fields.join('\n')} }` : 'Record<string, never>';
}

/** Keys are described in full, not by name. */
function key(schema) {
  const [title] = Object.entries(schemas).find(([, one]) => isDeepStrictEqual(one, schema)) ?? [];
  return title ? use(title) : 'string';
}

const comment = ({ description }) => (description ? `/** ${description.replaceAll('*/', '* /')} */\n` : '');

/** `Color` → `COLORS`, `StageName` → `STAGE_NAMES`, `Class` → `CLASSES`. */
function plural(title) {
  const word = title.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  if (/SS$/.test(word)) return `${word}ES`;
  return /[^S]S$/.test(word) ? word : word.replace(/([^AEO])Y$/, '$1IE') + 'S';
}

/** A list of words is a value too, so that pages need not write it again. */
function declared([title, schema]) {
  if (!schema.enum) return `${comment(schema)}export type ${title} = ${type(schema)};`;
  const list = plural(title);
  return `${comment(schema)}export const ${list} = ${JSON.stringify(schema.enum)} as const;
export type ${title} = (typeof ${list})[number];`;
}

const described = (file) => JSON.parse(readFileSync(here(`../${file}`), 'utf8')).components.schemas;
const [server, bindings] = [described('openapi.json'), described('bindings.json')];
const schemas = { ...server, ...bindings };
for (const title of Object.keys(server).filter((one) => one in bindings))
  if (declared([title, server[title]]) !== declared([title, bindings[title]]))
    throw new Error(`the server and the bindings have two different types called ${title}`);
const lists = Object.keys(schemas)
  .filter((title) => schemas[title].enum)
  .map(plural);
if (new Set(lists).size < lists.length)
  throw new Error(`two lists have one name: ${lists.sort().join(', ')}`);

const HEAD = '// Made from the Rust types by scripts/types.mjs. Do not edit.\n\n';
const listed = (which) =>
  Object.entries(schemas)
    .filter(([title]) => which(title))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(declared)
    .join('\n\n');

const rules = listed((title) => title in bindings);
used.clear();
const others = listed((title) => !(title in bindings));
const imported = [...used].filter((title) => title in bindings).sort();
const texts = {
  '../packages/powerboats/src/types.ts': `${HEAD}${rules}\n`,
  '../src/lib/types.ts': `${HEAD}import type { ${imported.join(', ')} } from 'powerboats/types';

export * from 'powerboats/types';

${others}\n`,
};

for (const [file, text] of Object.entries(texts)) {
  const target = here(file);
  const formatted = await format(text, { ...(await resolveConfig(target)), filepath: target });
  if (!process.argv.includes('--check')) writeFileSync(target, formatted);
  else if (readFileSync(target, 'utf8') !== formatted) {
    console.error(`${file.slice(3)} is not what openapi.json and bindings.json say: run \`npm run types\``);
    process.exitCode = 1;
  }
}
