# The built store behind an nginx without root, by the steps of docs/operations.md. The backend is at $BACKEND.
FROM node:22-slim AS build
WORKDIR /store
COPY . .
RUN npm ci --include=dev
RUN npm run build

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends nginx libnginx-mod-http-brotli-static curl
WORKDIR /srv/store
COPY deploy/nginx .
COPY --from=build /store/dist dist
COPY --from=build /store/dist-deploy dist-deploy
RUN sh release.sh /srv/store image dist
RUN sed -i 's|/var/log/nginx/store.log|/dev/stdout|' server.conf && chown -R www-data:root . && chmod -R g=u .
# www-data. By a name, Kubernetes cannot tell that it is not root (runAsNonRoot). OpenShift runs any user, of the group root.
USER 33
ENV BACKEND=127.0.0.1:4000
EXPOSE 8080
# nginx then finishes the requests in flight. With SIGTERM it cuts them off.
STOPSIGNAL SIGQUIT
HEALTHCHECK CMD curl --noproxy '*' --fail --silent --output /dev/null http://127.0.0.1:8080/
CMD sed -i "s|server 127.0.0.1:4000;|server $BACKEND;|" server.conf && exec nginx -p /srv/store -c nginx.conf -g 'daemon off;'
