#!/bin/sh
# A bot in a few lines of shell (docs/bots.md): it sails where it can, else it does what comes first.
while read -r verb words; do
    case $verb in
    imhotep-bot) echo "name Ferryman" ;;
    legal)
        first=${first:-$words}
        case $words in sail\ *) sail=${sail:-$words} ;; esac
        ;;
    go)
        echo "action ${sail:-$first}"
        first='' sail=''
        ;;
    quit) exit ;;
    esac
done
