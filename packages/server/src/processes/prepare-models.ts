import { prepareClassifier } from '../models/classifier-file.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('prepare-models needs the data directory');
await prepareClassifier(dataDir);
