import { openAsBlob } from 'node:fs';
import { createClient } from '@clearframe/sdk';

const { CLEARFRAME_URL = '', TOKEN = '' } = process.env;
const client = createClient({ baseUrl: CLEARFRAME_URL, token: TOKEN });

const media = await openAsBlob('pears.webp');
const { media_upload } = await client.upload({ media, filename: 'pears.webp' });
console.log(JSON.stringify(media_upload.moderation));
