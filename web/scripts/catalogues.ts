// A Vite plugin that builds catalogues without their keys: English has the same keys in the same order. Each is a third smaller.
import { runnerImport, type Plugin } from 'vite';

/** A catalogue of another language, such as `i18n/de.ts` or `i18n/learn/zh-hant.ts`. */
const CATALOGUE = /^(.*\/src\/lib\/i18n\/(?:learn\/)?)(?!en\.)[a-z]{2}(?:-[a-z]+)?\.ts$/;

type Texts = Record<string, unknown>;

/** The one export of a catalogue: its name and its texts. */
async function exported(file: string): Promise<[string, Texts]> {
  const { module } = await runnerImport<Record<string, Texts>>(file, { configFile: false });
  const [found] = Object.entries(module);
  if (!found) throw new Error(`${file} exports no catalogue`);
  return found;
}

export const catalogues = (): Plugin => ({
  name: 'powerboats-catalogues',
  apply: 'build',
  async load(id) {
    const folder = CATALOGUE.exec(id)?.[1];
    if (!folder) return undefined;
    const [, english] = await exported(`${folder}en.ts`);
    const [name, catalogue] = await exported(id);
    const texts = Object.keys(english).map((key) => {
      if (catalogue[key] === undefined) throw new Error(`${id}: no text for ${key}`);
      return catalogue[key];
    });
    return [
      `import { en } from './en';`,
      `const texts = ${JSON.stringify(texts)};`,
      `export const ${name} = Object.fromEntries(Object.keys(en).map((key, i) => [key, texts[i]]));`,
    ].join('\n');
  },
});
